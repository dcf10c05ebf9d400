// `Infer` with dates and bigints in place of their strings: the values that a client returns. At run time: src/contract/revival-plan.ts.
import type { TArray, TIntersect, TRecord, TSchema, TTuple, TUnion } from '@sinclair/typebox'
import type { Bringing, Fields, Formed, Infer, InferProperties, ObjectSchema, SchemaWithDefault } from './schema.ts'

export type RevivedEntry<Entry> = Entry extends TSchema
  ? Revived<Entry>
  : Entry extends Fields
    ? [keyof Entry] extends [never]
      ? unknown
      : RevivedProperties<{ -readonly [Name in keyof Entry]: Entry[Name] }>
    : unknown

export type Revived<Schema> = Schema extends ObjectSchema
  ? RevivedProperties<Schema['properties']>
  : Schema extends TArray<infer Item>
    ? Revived<Item>[]
    : Schema extends TUnion<infer Members>
      ? Revived<Members[number]>
      : Schema extends Formed<infer Value>
        ? Value
        : Schema extends Bringing<infer Brought>
          ? Revived<Brought>
          : Schema extends Compound
            ? RevivedCompound<Schema>
            : Infer<Schema>

type RevivedProperties<Properties> =
  InferProperties<Properties> extends infer Plain
    ? { [Name in keyof Plain]: Name extends keyof Properties ? Revived<Properties[Name]> : never }
    : never

type Compound = TIntersect | TRecord | TTuple | SchemaWithDefault<TSchema>

type RevivedCompound<Schema> =
  Schema extends SchemaWithDefault<infer Inner>
    ? Revived<Inner>
    : Schema extends TIntersect<infer Members>
      ? RevivedAll<Members>
      : Schema extends TRecord<infer _Name, infer Value>
        ? { [_ in keyof Infer<Schema>]: Revived<Value> }
        : Schema extends TTuple<infer Items>
          ? { [At in keyof Items]: Revived<Items[At]> }
          : Infer<Schema>

type RevivedAll<Members> = Members extends readonly [infer First, ...infer Others]
  ? Revived<First> & RevivedAll<Others>
  : unknown
