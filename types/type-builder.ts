// TypeBox's `Type`, with signatures that keep the literal types of `$id` and `definitions`, so that `addSchema` and `app.ref` have types. It lacks
// kinds whose values JSON cannot represent, and its `Enum` accepts lists. Implementation: src/schema/type-builder.ts.
import type {
  ArrayOptions,
  IntegerOptions,
  IntersectOptions,
  JsonTypeBuilder,
  NumberOptions,
  ObjectOptions,
  SchemaOptions,
  StringOptions,
  TArray,
  TBoolean,
  TInteger,
  TIntersect,
  TLiteral,
  TLiteralValue,
  TNull,
  TNumber,
  TObject,
  TProperties,
  TSchema,
  TString,
  TUnion,
  TUnknown,
  TUnsafe
} from '@sinclair/typebox'
import type { Nothing } from './context.ts'
import type { InexpressibleBuilder } from './inexpressible.ts'
import type { Bringing, DateText, Formed, Infer } from './schema.ts'
import type { IdentifiedSchema } from './shared-schema.ts'

interface Identity<Id extends string, Definitions> {
  $id: Id
  definitions?: Definitions
}

/** The `$id` and the `definitions` in the type of a schema. */
export interface Identified<Id extends string, Definitions = unknown> {
  readonly $id: Id
  readonly definitions: Definitions
}

/** A reference to a schema by its `$id`, with that schema attached. */
export interface Reference<Schema> extends TUnsafe<Infer<Schema>>, Bringing<Schema> {}

type EnumValue = string | number | boolean | null

interface IdentifyingBuilder {
  /** Creates an object schema with a `$id`. */
  Object<Properties extends TProperties, const Id extends string, Definitions extends TProperties = Nothing>(
    properties: Properties,
    options: ObjectOptions & Identity<Id, Definitions>
  ): TObject<Properties> & Identified<Id, Definitions>
  /** Creates an array schema with a `$id`. */
  Array<Item extends TSchema, const Id extends string>(
    items: Item,
    options: ArrayOptions & Identity<Id, TProperties>
  ): TArray<Item> & Identified<Id>
  /** Creates a union schema with a `$id`. */
  Union<Members extends TSchema[], const Id extends string>(
    members: [...Members],
    options: SchemaOptions & Identity<Id, TProperties>
  ): TUnion<Members> & Identified<Id>
  /** Creates an intersection schema with a `$id`. */
  Intersect<Members extends TSchema[], const Id extends string>(
    members: [...Members],
    options: IntersectOptions & Identity<Id, TProperties>
  ): TIntersect<Members> & Identified<Id>
  /** Creates a string schema with a `$id`. */
  String<const Id extends string>(options: StringOptions & Identity<Id, TProperties>): TString & Identified<Id>
  /** Creates the schema of a string that is a date, a time or both; a response may have a `Date` in its place. */
  String(options: StringOptions & DateText): TString & DateText
  /** Creates the schema of one of the listed values, with a `$id`. */
  Enum<const Values extends readonly [EnumValue, ...EnumValue[]], const Id extends string>(
    values: Values,
    options: SchemaOptions & Identity<Id, TProperties>
  ): TUnsafe<Values[number]> & Identified<Id>
  /**
   * Creates the schema of one of the listed values: `Type.Enum(['open', 'closed'])`. @throws ESP_ERR_ARGUMENT_INVALID when the list is empty, or has a
   * value that is not JSON.
   */
  Enum<const Values extends readonly [EnumValue, ...EnumValue[]]>(
    values: Values,
    options?: SchemaOptions
  ): TUnsafe<Values[number]>
  /** Creates a literal schema with a `$id`. */
  Literal<const Value extends TLiteralValue, const Id extends string>(
    value: Value,
    options: SchemaOptions & Identity<Id, TProperties>
  ): TLiteral<Value> & Identified<Id>
  /** Creates a boolean schema with a `$id`. */
  Boolean<const Id extends string>(options: SchemaOptions & Identity<Id, TProperties>): TBoolean & Identified<Id>
  /** Creates a schema of null with a `$id`. */
  Null<const Id extends string>(options: SchemaOptions & Identity<Id, TProperties>): TNull & Identified<Id>
  /** Creates a schema of any value with a `$id`. */
  Unknown<const Id extends string>(options: SchemaOptions & Identity<Id, TProperties>): TUnknown & Identified<Id>
  /** Creates a plain JSON Schema with a given type and a `$id`. */
  Unsafe<Value, const Id extends string>(
    schema: SchemaOptions & Identity<Id, TProperties>
  ): TUnsafe<Value> & Identified<Id>
  /** Refers by `$id` to a schema that is defined later in the same file. The schema need not be added by `addSchema`. */
  Ref<Schema extends TSchema>(id: string, schema: () => Schema): Reference<Schema>
  /** Refers to a schema by its `$id`. The reference carries the schema, which need not be added by `addSchema`. */
  Ref<Schema extends TSchema & IdentifiedSchema>(schema: Schema, options?: SchemaOptions): Reference<Schema>
  /**
   * Creates the schema of a date and time as a string (RFC 3339). A sender may pass a `Date`, and a client gets a `Date`; a handler reads the string.
   */
  DateTime(options?: StringOptions): TString & Formed<Date>
  /** Creates the schema of an integer of any size, as digits. A sender may pass a bigint, and a client gets a bigint; a handler reads the string. */
  BigInteger(options?: StringOptions): TString & Formed<bigint>
  /** Creates a number schema with a `$id`. */
  Number<const Id extends string>(options: NumberOptions & Identity<Id, TProperties>): TNumber & Identified<Id>
  /** Creates an integer schema with a `$id`. */
  Integer<const Id extends string>(options: IntegerOptions & Identity<Id, TProperties>): TInteger & Identified<Id>
}

/** TypeBox's builder of JSON schemas; schema types keep a literal `$id`. */
export type TypeBuilder = IdentifyingBuilder & JsonTypeBuilder & InexpressibleBuilder
