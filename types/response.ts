// The response map: which payload belongs to which status and media type. Twin: src/stage/serialize.ts.
import type { TSchema } from '@sinclair/typebox'
import type { Serialized, TypeProvider } from './provider.ts'
import type { InferIn, InferPropertiesIn, ObjectSchema } from './schema.ts'
import type { Referenced } from './shared-schema.ts'

/** The status codes of each class. */
export interface StatusClasses {
  '1xx': 100 | 101 | 102 | 103
  '2xx': 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226
  '3xx': 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308
  '4xx': ClientErrorStatus
  '5xx': 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511
}

// biome-ignore format: the registry, RFC 9110 §15.5 and its extensions
type ClientErrorStatus =
  | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418
  | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451

/** Every registered status code. */
export type Status = StatusClasses[keyof StatusClasses]

/** Schemas of responses by exact status, then class (`2xx`), then `default`. */
export type ResponseMap = {
  readonly [Key in number | `${number}` | keyof StatusClasses | 'default']?: object
}

/** The response map of a route that has none: every status, any payload. */
export interface AnyResponse {
  readonly '~any': true
}

/** The status codes that a response map covers. */
export type StatusOf<Responses> = Responses extends AnyResponse
  ? number
  :
      | ExactStatus<keyof Responses>
      | StatusClasses[keyof Responses & keyof StatusClasses]
      | ('default' extends keyof Responses ? Status : never)

/** The status codes that one entry of a response map answers: those that no nearer entry does. */
export type StatusAt<Responses, Key extends keyof Responses> =
  | ExactStatus<Key>
  | Exclude<StatusClasses[Key & keyof StatusClasses], ExactStatus<keyof Responses>>
  | (Key extends 'default' ? Exclude<Status, StatusOf<Omit<Responses, 'default'>>> : never)

/** A key that is one status, however it is written: `200` or `'200'`. */
type ExactStatus<Key> = Key extends number ? Key : Key extends `${infer Code extends number}` ? Code : never

type ClassOf<Code extends number> = `${Code}` extends `${infer Digit}${string}` ? `${Digit}xx` : never

/** What the map says about one status: exact before class before default. */
export type EntryOf<Responses, Code extends number> = Code extends keyof Responses
  ? Responses[Code]
  : `${Code}` extends keyof Responses
    ? Responses[`${Code}`]
    : ClassOf<Code> extends keyof Responses
      ? Responses[ClassOf<Code>]
      : 'default' extends keyof Responses
        ? Responses['default']
        : never

/** The status of an answer for which none was chosen. */
export type PlainStatus = 200

/** The status that a reply answers with: the one that was chosen, else that of a plain answer. */
type Answered<Code extends number> = [Code] extends [never] ? PlainStatus : Code

/** The media types that a status' entry lists; any where it lists none. */
export type MediaTypeOf<Responses, Code extends number> = Responses extends AnyResponse
  ? string
  : EntryOf<Responses, Answered<Code>> extends { readonly content: infer Content }
    ? keyof Content & string
    : string

/** What may be sent for a schema. */
// Object schemas come first: they are the common case, and comparing one with TSchema would compute its `static`.
export type PayloadOf<Schema, Schemas, Provider> = Provider extends TypeProvider
  ? Serialized<Provider, Schema>
  : Schema extends ObjectSchema
    ? InferPropertiesIn<Schema['properties'], Schemas>
    : Schema extends { readonly $ref: infer Ref extends string }
      ? InferIn<Referenced<Schemas, Ref>, Schemas>
      : Schema extends TSchema
        ? InferIn<Schema, Schemas>
        : Schema extends { readonly [field: string]: TSchema }
          ? InferPropertiesIn<{ -readonly [Key in keyof Schema]: Schema[Key] }, Schemas>
          : unknown

/** What may be sent with one status, and with one media type where the entry lists them. */
export type PayloadAt<Responses, Code extends number, MediaType, Schemas, Provider> = Responses extends AnyResponse
  ? unknown
  : EntryPayload<EntryOf<Responses, Answered<Code>>, MediaType, Schemas, Provider>

/** What may be sent for one entry of the map. */
export type EntryPayload<Entry, MediaType, Schemas, Provider> = Entry extends { readonly content: infer Content }
  ? ContentPayload<Content, [MediaType] extends [never] ? keyof Content : MediaType, Schemas, Provider>
  : PayloadOf<Entry, Schemas, Provider>

type ContentPayload<Content, MediaType, Schemas, Provider> = {
  [Key in keyof Content & MediaType]: Content[Key] extends { readonly schema: infer Schema }
    ? PayloadOf<Schema, Schemas, Provider>
    : never
}[keyof Content & MediaType]
