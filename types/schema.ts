// The types of schemas. `Infer` is the type that a handler reads after coercion and defaults, `InferIn` the type that a sender must provide. For
// kinds of schemas that this file does not handle, both are TypeBox's `static`.
import type { Kind, OptionalKind, ReadonlyKind, TArray, TRef, TSchema, TUnion } from '@sinclair/typebox'
import type { Nothing } from './context.ts'
import type { Inexpressible, InexpressibleValue } from './inexpressible.ts'
import type { Resolve } from './shared-schema.ts'

// The schema of an object, recognized by two members. With `TObject`, the compiler would also compare all members of `TSchema`.
export interface ObjectSchema {
  [Kind]: 'Object'
  properties: object
}

/** A schema with a default, made by `withDefault`. */
export interface SchemaWithDefault<Schema extends TSchema> extends TSchema {
  static: Schema['static']
  default: Schema['static']
  readonly ' withDefault'?: Schema
}

/** A `$ref` to a shared schema, with the type of the shared schema; made by `app.ref`. */
export interface SchemaRef<Ref extends string, Target> extends TSchema {
  static: Infer<Target>
  $ref: Ref
}

/** Adds a default to a schema. A sender may then omit the value. */
export type WithDefaultFunction = <Schema extends TSchema>(
  schema: Schema,
  value: Schema['static']
) => SchemaWithDefault<Schema>

/** The value that a handler reads after validation by `Schema`: coerced, with defaults filled in. */
export type Infer<Schema, Schemas = Nothing> = Schema extends ObjectSchema
  ? InferProperties<Schema['properties'], Schemas>
  : Schema extends TArray<infer Item>
    ? Infer<Item, Schemas>[]
    : Schema extends TUnion<infer Members>
      ? Infer<Members[number], Schemas>
      : Schema extends TRef<infer Ref>
        ? InferKnown<Resolve<Schemas, Ref>, Schemas>
        : Schema extends Inexpressible
          ? InexpressibleValue<Schema>
          : Schema extends TSchema
            ? Schema['static']
            : unknown

// An unknown id gives `unknown` and no error, because the schema itself may contain a schema with this id.
type InferKnown<Schema, Schemas> = [Schema] extends [never] ? unknown : Infer<Schema, Schemas>

/** The schema of a string that is a date, a time or both. A handler may send a `Date` in place of the string. */
export interface DateText {
  readonly format: 'date-time' | 'date' | 'time'
}

// Exists only in types; at run time the key is `Symbol.for('espalier.form')`.
declare const form: unique symbol

/** The schema of a string that represents a value of another type, such as a bigint. A sender may pass that value. */
export interface Formed<Value> {
  readonly [form]: Value
}

// Exists only in types; at run time the key is `Symbol.for('espalier.carried')`.
declare const brought: unique symbol

/** A reference with its schema attached. */
export interface Bringing<Schema> {
  readonly [brought]: Schema
}

/** The value that a sender provides for `Schema`. A property with a default is optional, and a list may be read-only. */
// `Dates` is `Date` for responses, whose dates the server formats, and `never` for requests.
export type InferIn<Schema, Schemas = Nothing, Dates = never> = Schema extends ObjectSchema
  ? InferPropertiesIn<Schema['properties'], Schemas, Dates>
  : Schema extends TArray<infer Item>
    ? readonly InferIn<Item, Schemas, Dates>[]
    : Schema extends TUnion<infer Members>
      ? InferIn<Members[number], Schemas, Dates>
      : Schema extends TRef<infer Ref>
        ? InferKnownIn<Resolve<Schemas, Ref>, Schemas, Dates>
        : Schema extends Inexpressible
          ? InexpressibleValue<Schema>
          : Schema extends TSchema
            ? Schema extends Bringing<infer Brought>
              ? InferIn<Brought, Schemas, Dates>
              : Schema extends TupleSchema | RecordSchema | IntersectSchema
                ? CompoundIn<Schema, Schemas, Dates>
                :
                    | Schema['static']
                    | (Schema extends Formed<infer Value> ? Value : Schema extends DateText ? Dates : never)
            : unknown

interface TupleSchema {
  [Kind]: 'Tuple'
  items?: readonly unknown[]
}
interface RecordSchema {
  [Kind]: 'Record'
  patternProperties: Fields
}
interface IntersectSchema {
  [Kind]: 'Intersect'
  allOf: readonly unknown[]
}

type CompoundIn<Schema extends TSchema, Schemas, Dates> = Schema extends TupleSchema
  ? ItemsIn<NonNullable<Schema['items']>, Schemas, Dates>
  : Schema extends RecordSchema
    ? { [_ in keyof Schema['static']]: InferIn<Schema['patternProperties'][string], Schemas, Dates> }
    : Schema extends IntersectSchema
      ? AllIn<Schema['allOf'], Schemas, Dates>
      : Schema['static']

// Lists of unknown length come first. Otherwise the recursion would not end while the type is still generic.
type ItemsIn<Items extends readonly unknown[], Schemas, Dates> = number extends Items['length']
  ? readonly unknown[]
  : { readonly [At in keyof Items]: InferIn<Items[At], Schemas, Dates> }

type AllIn<Members extends readonly unknown[], Schemas, Dates> = number extends Members['length']
  ? unknown
  : Members extends readonly [infer First, ...infer Others]
    ? InferIn<First, Schemas, Dates> & AllIn<Others, Schemas, Dates>
    : unknown

type InferKnownIn<Schema, Schemas, Dates> = [Schema] extends [never] ? unknown : InferIn<Schema, Schemas, Dates>

interface Optional {
  [OptionalKind]: 'Optional'
}
interface Readonly {
  [ReadonlyKind]: 'Readonly'
}

// Most objects have no optional, read-only or default properties, or only one of these kinds. `Mark` finds the kinds in the union of all
// properties, which is far cheaper than a test of each property.
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

export type RequiredKeysIn<Properties> = Exclude<keyof Properties, OptionalKeysIn<Properties>>

type ReadonlyKeys<Properties, Key extends keyof Properties = keyof Properties> = Key extends unknown
  ? Properties[Key] extends Readonly
    ? Key
    : never
  : never

// Makes editors show the fields. It is conditional, because editors would show the name `Flat` for a mapped type.
type Flat<Type> = Type extends unknown ? { [Key in keyof Type]: Type[Key] } : never

export type InferProperties<Properties, Schemas = Nothing> =
  Mark<Properties[keyof Properties]> extends never
    ? { [Key in keyof Properties]: Infer<Properties[Key], Schemas> }
    : WithReadonly<Properties, Mark<Properties[keyof Properties]>, InferPartly<Properties, Schemas>>

// Query schemas usually have only optional fields, so this case comes first and skips `InferMixed`.
type InferPartly<Properties, Schemas> = Properties[keyof Properties] extends Optional
  ? { [Key in keyof Properties]?: Infer<Properties[Key], Schemas> }
  : InferMixed<Properties, OptionalKeys<Properties>, Schemas>

type InferMixed<Properties, Omissible extends keyof Properties, Schemas> = Flat<
  { [Key in Exclude<keyof Properties, Omissible>]: Infer<Properties[Key], Schemas> } & {
    [Key in Omissible]?: Infer<Properties[Key], Schemas>
  }
>

export type InferPropertiesIn<Properties, Schemas = Nothing, Dates = never> =
  MarkIn<Properties[keyof Properties]> extends never
    ? { [Key in keyof Properties]: InferIn<Properties[Key], Schemas, Dates> }
    : WithReadonly<Properties, MarkIn<Properties[keyof Properties]>, InferPartlyIn<Properties, Schemas, Dates>>

type InferPartlyIn<Properties, Schemas, Dates> = Properties[keyof Properties] extends
  | Optional
  | SchemaWithDefault<TSchema>
  ? { [Key in keyof Properties]?: InferIn<Properties[Key], Schemas, Dates> }
  : InferMixedIn<Properties, OptionalKeysIn<Properties>, Schemas, Dates>

type InferMixedIn<Properties, Omissible extends keyof Properties, Schemas, Dates> = Flat<
  { [Key in Exclude<keyof Properties, Omissible>]: InferIn<Properties[Key], Schemas, Dates> } & {
    [Key in Omissible]?: InferIn<Properties[Key], Schemas, Dates>
  }
>

export interface Fields {
  readonly [field: string]: TSchema
}

// `{}` is not a shorthand but the JSON Schema that accepts everything. Implementation: src/schema/shorthand.ts.
export type InferShorthand<Schema, Schemas = Nothing> = [keyof Schema] extends [never]
  ? unknown
  : InferProperties<Assignable<Schema>, Schemas>

export type InferShorthandIn<Schema, Schemas = Nothing, Dates = never> = [keyof Schema] extends [never]
  ? unknown
  : InferPropertiesIn<Assignable<Schema>, Schemas, Dates>

type Assignable<Schema> = { -readonly [Key in keyof Schema]: Schema[Key] }

type WithReadonly<Properties, Marks, Type> = 'readonly' extends Marks
  ? Flat<
      Omit<Type, ReadonlyKeys<Properties>> & {
        readonly [Key in keyof Pick<Type, ReadonlyKeys<Properties> & keyof Type>]: Type[Key]
      }
    >
  : Type
