// TypeBox forgets the literal of `$id` in a schema's type. This is its `Type` with signatures that keep it (and
// `definitions`), so that `addSchema` and `app.ref` can name the schema. Nothing changes at run time.
import type {
  ArrayOptions,
  IntegerOptions,
  IntersectOptions,
  NumberOptions,
  ObjectOptions,
  SchemaOptions,
  StringOptions,
  TArray,
  TInteger,
  TIntersect,
  TNumber,
  TObject,
  TProperties,
  TSchema,
  TString,
  TUnion,
  Type
} from '@sinclair/typebox'
import type { Nothing } from './context.ts'

/** Options that name the schema. */
interface Identity<Id extends string, Definitions> {
  $id: Id
  definitions?: Definitions
}

/** The part of a schema's type that its options gave. */
export interface Identified<Id extends string, Definitions = unknown> {
  readonly $id: Id
  readonly definitions: Definitions
}

interface IdentifyingBuilder {
  /** Creates an object schema that is known by its `$id`. */
  Object<Properties extends TProperties, const Id extends string, Definitions extends TProperties = Nothing>(
    properties: Properties,
    options: ObjectOptions & Identity<Id, Definitions>
  ): TObject<Properties> & Identified<Id, Definitions>
  /** Creates an array schema that is known by its `$id`. */
  Array<Item extends TSchema, const Id extends string>(
    items: Item,
    options: ArrayOptions & Identity<Id, TProperties>
  ): TArray<Item> & Identified<Id>
  /** Creates a union schema that is known by its `$id`. */
  Union<Members extends TSchema[], const Id extends string>(
    members: [...Members],
    options: SchemaOptions & Identity<Id, TProperties>
  ): TUnion<Members> & Identified<Id>
  /** Creates an intersection schema that is known by its `$id`. */
  Intersect<Members extends TSchema[], const Id extends string>(
    members: [...Members],
    options: IntersectOptions & Identity<Id, TProperties>
  ): TIntersect<Members> & Identified<Id>
  /** Creates a string schema that is known by its `$id`. */
  String<const Id extends string>(options: StringOptions & Identity<Id, TProperties>): TString & Identified<Id>
  /** Creates a number schema that is known by its `$id`. */
  Number<const Id extends string>(options: NumberOptions & Identity<Id, TProperties>): TNumber & Identified<Id>
  /** Creates an integer schema that is known by its `$id`. */
  Integer<const Id extends string>(options: IntegerOptions & Identity<Id, TProperties>): TInteger & Identified<Id>
}

/** TypeBox's builder of schemas; a literal `$id` stays in the schema's type. */
export type TypeBuilder = IdentifyingBuilder & typeof Type
