// TypeBox forgets the literal of `$id` in a schema's type. This is its `Type` with signatures that keep it (and `definitions`), so that `addSchema` and
// `app.ref` can name the schema. It leaves out the kinds that JSON has no values for, and `Enum` takes lists. Twin: src/schema/type-builder.ts.
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

type EnumValue = string | number | boolean | null

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
  /** Creates the schema of a text that is a date, a time or both; an answer may give a `Date` for it. */
  String(options: StringOptions & DateText): TString & DateText
  /** Creates the schema of one of the listed values that is known by its `$id`. */
  Enum<const Values extends readonly [EnumValue, ...EnumValue[]], const Id extends string>(
    values: Values,
    options: SchemaOptions & Identity<Id, TProperties>
  ): TUnsafe<Values[number]> & Identified<Id>
  /** Creates the schema of one of the listed values: `Type.Enum(['open', 'closed'])`. @throws ESP_ERR_ARGUMENT_INVALID when the list has none, or one that JSON does not have. */
  Enum<const Values extends readonly [EnumValue, ...EnumValue[]]>(
    values: Values,
    options?: SchemaOptions
  ): TUnsafe<Values[number]>
  /** Creates a literal schema that is known by its `$id`. */
  Literal<const Value extends TLiteralValue, const Id extends string>(
    value: Value,
    options: SchemaOptions & Identity<Id, TProperties>
  ): TLiteral<Value> & Identified<Id>
  /** Creates a boolean schema that is known by its `$id`. */
  Boolean<const Id extends string>(options: SchemaOptions & Identity<Id, TProperties>): TBoolean & Identified<Id>
  /** Creates a schema of null that is known by its `$id`. */
  Null<const Id extends string>(options: SchemaOptions & Identity<Id, TProperties>): TNull & Identified<Id>
  /** Creates a schema of any value that is known by its `$id`. */
  Unknown<const Id extends string>(options: SchemaOptions & Identity<Id, TProperties>): TUnknown & Identified<Id>
  /** Creates a schema of JSON whose values are of a type that is given, and that is known by its `$id`. */
  Unsafe<Value, const Id extends string>(
    schema: SchemaOptions & Identity<Id, TProperties>
  ): TUnsafe<Value> & Identified<Id>
  /** Refers by its `$id` to a schema that stands further down in the module, and brings it along. */
  Ref<Schema extends TSchema>(id: string, schema: () => Schema): TUnsafe<Infer<Schema>> & Bringing<Schema>
  /** Refers to a schema by its `$id` and brings it along: where the reference is used, no `addSchema` is needed. */
  Ref<Schema extends TSchema & IdentifiedSchema>(
    schema: Schema,
    options?: SchemaOptions
  ): TUnsafe<Infer<Schema>> & Bringing<Schema>
  /** Creates the schema of a moment as a text (RFC 3339). A sender may give a `Date`, and a client's answer has one; a handler reads the text. */
  DateTime(options?: StringOptions): TString & Formed<Date>
  /**
   * Creates the schema of a whole number of any size, as its digits in a text. A sender may give a bigint, and a client's answer has one; a handler
   * reads the text.
   */
  BigInteger(options?: StringOptions): TString & Formed<bigint>
  /** Creates a number schema that is known by its `$id`. */
  Number<const Id extends string>(options: NumberOptions & Identity<Id, TProperties>): TNumber & Identified<Id>
  /** Creates an integer schema that is known by its `$id`. */
  Integer<const Id extends string>(options: IntegerOptions & Identity<Id, TProperties>): TInteger & Identified<Id>
}

/** TypeBox's builder of schemas of JSON; a literal `$id` stays in the schema's type. */
export type TypeBuilder = IdentifyingBuilder & JsonTypeBuilder & InexpressibleBuilder
