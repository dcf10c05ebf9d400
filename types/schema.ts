// Schemas in, types out. `Infer` is what a handler reads after coercion and defaults, `InferIn` what a sender must
// provide. Both follow TypeBox's own `static` for every kind that they do not name, and equal it for those they do.
import type { OptionalKind, ReadonlyKind, TArray, TObject, TSchema, TUnion } from '@sinclair/typebox'

/** A schema whose value is filled in when it is absent: made by `withDefault`. */
export interface SchemaWithDefault<Schema extends TSchema> extends TSchema {
  static: Schema['static']
  default: Schema['static']
  readonly '~withDefault'?: Schema
}

/** A schema that is a `$ref` to a shared one and has its type: made by `app.ref`. */
export interface SchemaRef<Ref extends string, Target> extends TSchema {
  static: Infer<Target>
  $ref: Ref
}

/** The type of the function `withDefault`. */
export type WithDefaultFunction = <Schema extends TSchema>(
  schema: Schema,
  value: Schema['static']
) => SchemaWithDefault<Schema>

/** What a handler reads from a value that `Schema` has validated: coerced, with defaults filled in. */
export type Infer<Schema> =
  Schema extends TObject<infer Properties>
    ? InferProperties<Properties>
    : Schema extends TArray<infer Item>
      ? Infer<Item>[]
      : Schema extends TUnion<infer Members>
        ? Infer<Members[number]>
        : Schema extends TSchema
          ? Schema['static']
          : unknown

/** What a sender must provide for `Schema`: a value with a default may be left out. */
export type InferIn<Schema> =
  Schema extends TObject<infer Properties>
    ? InferPropertiesIn<Properties>
    : Schema extends TArray<infer Item>
      ? InferIn<Item>[]
      : Schema extends TUnion<infer Members>
        ? InferIn<Members[number]>
        : Schema extends TSchema
          ? Schema['static']
          : unknown

interface Optional {
  [OptionalKind]: 'Optional'
}
interface Readonly {
  [ReadonlyKind]: 'Readonly'
}

// The three kinds of properties that need more than a plain mapping. Most objects have at most one of them, and asking the
// union of all properties once is far cheaper than asking each.
type Mark<Property> = Property extends Optional | Readonly
  ? (Property extends Optional ? 'optional' : never) | (Property extends Readonly ? 'readonly' : never)
  : never
type MarkIn<Property> = Property extends Optional | Readonly | SchemaWithDefault<TSchema>
  ?
      | (Property extends Optional | SchemaWithDefault<TSchema> ? 'optional' : never)
      | (Property extends Readonly ? 'readonly' : never)
  : never

type OptionalKeys<Properties, Key extends keyof Properties = keyof Properties> = Key extends unknown
  ? Properties[Key] extends Optional
    ? Key
    : never
  : never

type OptionalKeysIn<Properties, Key extends keyof Properties = keyof Properties> = Key extends unknown
  ? Properties[Key] extends Optional | SchemaWithDefault<TSchema>
    ? Key
    : never
  : never

type ReadonlyKeys<Properties, Key extends keyof Properties = keyof Properties> = Key extends unknown
  ? Properties[Key] extends Readonly
    ? Key
    : never
  : never

/** One flat record, so that hovers show fields and not the steps that made them. */
// A conditional type, because the name of a mapped one is what hovers would show.
type Flat<Type> = Type extends unknown ? { [Key in keyof Type]: Type[Key] } : never

/** The type of an object with these properties. */
export type InferProperties<Properties> = InferMarked<Properties, Mark<Properties[keyof Properties]>>

type InferMarked<Properties, Marks> = [Marks] extends [never]
  ? { [Key in keyof Properties]: Infer<Properties[Key]> }
  : WithReadonly<Properties, Marks, InferPartly<Properties, OptionalKeys<Properties>>>

type InferPartly<Properties, Omissible extends keyof Properties> = Flat<
  { [Key in Exclude<keyof Properties, Omissible>]: Infer<Properties[Key]> } & {
    [Key in Omissible]?: Infer<Properties[Key]>
  }
>

/** The input type of an object with these properties. */
export type InferPropertiesIn<Properties> = InferMarkedIn<Properties, MarkIn<Properties[keyof Properties]>>

type InferMarkedIn<Properties, Marks> = [Marks] extends [never]
  ? { [Key in keyof Properties]: InferIn<Properties[Key]> }
  : WithReadonly<Properties, Marks, InferPartlyIn<Properties, OptionalKeysIn<Properties>>>

type InferPartlyIn<Properties, Omissible extends keyof Properties> = Flat<
  { [Key in Exclude<keyof Properties, Omissible>]: InferIn<Properties[Key]> } & {
    [Key in Omissible]?: InferIn<Properties[Key]>
  }
>

type WithReadonly<Properties, Marks, Type> = 'readonly' extends Marks
  ? Flat<
      Omit<Type, ReadonlyKeys<Properties>> & {
        readonly [Key in keyof Pick<Type, ReadonlyKeys<Properties> & keyof Type>]: Type[Key]
      }
    >
  : Type
