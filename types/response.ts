// The response map: the payload for each status and media type. At run time: src/stage/serialize.ts.
import type { TSchema } from '@sinclair/typebox'
import type { EventContent, SentEvent } from './events.ts'
import type { Serialized, TypeProvider } from './provider.ts'
import type { Fields, InferIn, InferPropertiesIn, InferShorthandIn, ObjectSchema } from './schema.ts'
import type { Referenced } from './shared-schema.ts'

/** The status codes of each class, in either case. */
export interface StatusClasses extends LowerStatusClasses {
  '1XX': LowerStatusClasses['1xx']
  '2XX': LowerStatusClasses['2xx']
  '3XX': LowerStatusClasses['3xx']
  '4XX': LowerStatusClasses['4xx']
  '5XX': LowerStatusClasses['5xx']
}

interface LowerStatusClasses {
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

/** The valid response maps. Entries list no range of media types except that of all, because no response has a range. */
export type AnswerableMap = object & {
  readonly [Key in Status | keyof StatusClasses | 'default']?: object & { readonly content?: NoRanges }
}

type NoRanges = object & {
  readonly [Range in `${Initial}${string}/*`]?: 'a range of media types is the type of no answer: list each one, or */* for all'
}

// biome-ignore format: the alphabet
type Initial =
  | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
  | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z'

/** The response map of a route without one: every status, any payload. */
export interface AnyResponse {
  readonly ' any': true
}

/** The statuses that a handler may send: those that the map covers, and those that it leaves open. */
export type StatusOf<Responses> = Responses extends AnyResponse
  ? number
  : DeclaredStatus<keyof Responses> | FreeStatusOf<Responses>

// A parameter for the keys only: refusals show this type with its arguments, and routes with equal statuses share it.
type DeclaredStatus<Key> =
  | ExactStatus<Key>
  | StatusClasses[Key & keyof StatusClasses]
  | ('default' extends Key ? Status : never)

/** The statuses that a map with only errors leaves open: those that are not errors. At run time: `declaresSuccess` in src/stage/serialize.ts. */
export type FreeStatusOf<Responses> = [SuccessKey<keyof Responses>] extends [never] ? FreeStatus : never

type FreeStatus = LowerStatusClasses['2xx' | '3xx']

type SuccessKey<Key> = Key extends string | number ? (`${Key}` extends `2${string}` | 'default' ? Key : never) : never

/** Replaces the missing success entry of a map with only errors. */
interface FreeEntry {
  readonly ' free': true
}

/** The statuses of one entry of a response map, without those of nearer entries. */
export type StatusAt<Responses, Key extends keyof Responses> =
  | ExactStatus<Key>
  | Exclude<StatusClasses[Key & keyof StatusClasses], ExactStatus<keyof Responses>>
  | (Key extends 'default' ? Exclude<Status, DeclaredStatus<Exclude<keyof Responses, 'default'>>> : never)

/** A key that is one status, in either form: `200` or `'200'`. */
type ExactStatus<Key> = Key extends number ? Key : Key extends `${infer Code extends number}` ? Code : never

type ClassOf<Code extends number> = `${Code}` extends `${infer Digit}${string}` ? `${Digit}xx` : never

/** The entry of one status: exact before class before default. A map without successes allows any. */
export type EntryOf<Responses, Code extends number> = Code extends keyof Responses
  ? Responses[Code]
  : `${Code}` extends keyof Responses
    ? Responses[`${Code}`]
    : ClassOf<Code> extends keyof Responses
      ? Responses[ClassOf<Code>]
      : Uppercase<ClassOf<Code>> extends keyof Responses
        ? Responses[Uppercase<ClassOf<Code>>]
        : 'default' extends keyof Responses
          ? Responses['default']
          : Code extends FreeStatusOf<Responses>
            ? FreeEntry
            : never

/** The status if none was set, unless the response map decides. */
export type PlainStatus = 200

/**
 * The status if none was set. It is the map's only success status, if that is one number and has content; otherwise 200. At run time: `plainStatusOf` in
 * src/stage/serialize.ts.
 */
// A parameter for the keys only, as above.
export type PlainStatusOf<Key> = PlainStatus extends Key ? PlainStatus : SoleStatus<SuccessKey<Key>>

type SoleStatus<Key> = [SoleKey<Key, Key>] extends [never] ? PlainStatus : SoleKey<Key, Key>

type SoleKey<Key, All> = Key extends unknown
  ? [All] extends [Key]
    ? Exclude<ExactStatus<Key>, BodilessStatus>
    : never
  : never

/** The statuses whose answers have no body (RFC 9110). */
export type BodilessStatus = 204 | 205 | 304

/** The media types of a status' entry, with or without parameters; any if it lists none or all. */
export type MediaTypeOf<Responses, Code extends number> = Responses extends AnyResponse
  ? string
  : EntryOf<Responses, Code> extends { readonly content: infer Content }
    ? Listed<Extract<keyof Content, MediaRange>>
    : string

/** A media type or a range, which distinguishes a content map from a field called `content`. At run time: src/schema/route-schema.ts. */
export type MediaRange = `${string}/${string}`

type Listed<MediaType extends string> = [MediaType] extends [never]
  ? string
  : '*/*' extends MediaType
    ? string
    : MediaType | `${MediaType};${string}`

/** The payload for a status and a media type; for a union of statuses, a payload that fits all. */
export type PayloadAt<
  Responses,
  Code extends number,
  MediaType,
  Schemas,
  Provider,
  All extends number = Code
> = Responses extends AnyResponse
  ? unknown
  : Code extends unknown
    ? [All] extends [Code]
      ? EntryPayload<EntryOf<Responses, Code>, MediaType, Schemas, Provider>
      : FitsAll<
          All extends unknown ? Takes<EntryPayload<EntryOf<Responses, All>, MediaType, Schemas, Provider>> : never
        >
    : never

type Takes<Payload> = (payload: Payload) => void

type FitsAll<Taking> = [Taking] extends [Takes<infer Payload>] ? Payload : never

/** The payload for one entry of the map: a schema, or schemas by media type. */
// Object schemas come first: they are the common case, and comparing one with TSchema would compute its `static`.
export type EntryPayload<Entry, MediaType, Schemas, Provider> = Entry extends { readonly content: infer Content }
  ? [Extract<keyof Content, MediaRange>] extends [never]
    ? InferShorthandIn<Entry, Schemas, Date>
    : ContentPayload<Content, MediaType, Schemas, Provider>
  : Provider extends TypeProvider
    ? Entry extends FreeEntry
      ? unknown
      : Serialized<Provider, Entry>
    : Entry extends ObjectSchema
      ? InferPropertiesIn<Entry['properties'], Schemas, Date>
      : Entry extends { readonly $ref: infer Ref extends string }
        ? InferIn<Referenced<Schemas, Ref>, Schemas, Date>
        : Entry extends TSchema
          ? InferIn<Entry, Schemas, Date>
          : Entry extends Fields
            ? InferShorthandIn<Entry, Schemas, Date>
            : unknown

// Without a media type any of the entry's: `type` may have been called in a separate statement.
type ContentPayload<Content, MediaType, Schemas, Provider> = [MediaType] extends [never]
  ? PayloadAs<Content, keyof Content, Schemas, Provider>
  : FitsAll<
      MediaType extends unknown
        ? Takes<PayloadAs<Content, RangeOf<MediaType, keyof Content>, Schemas, Provider>>
        : never
    >

/** The key among `Ranges` that covers a media type. */
type RangeOf<MediaType, Ranges> = MediaType extends Ranges
  ? MediaType
  : MediaType extends `${infer Essence};${string}`
    ? RangeOf<Essence, Ranges>
    : '*/*'

type PayloadAs<Content, Range, Schemas, Provider> = {
  [Key in keyof Content & Range]: Content[Key] extends { readonly schema: infer Schema }
    ? EntryPayload<Schema, never, Schemas, Provider> | StreamedAs<Key, EntryPayload<Schema, never, Schemas, Provider>>
    : Content[Key] extends EventContent<infer Events>
      ? AsyncIterable<SentEvent<Events, Schemas, Provider>>
      : never
}[keyof Content & Range]

// Raw JSON would bypass the schema. Lines of JSON are checked one by one.
type StreamedAs<MediaType, Payload> = MediaType extends `${string}json${string}`
  ? MediaType extends `application/${'' | 'x-'}${'ndjson' | 'jsonl'}`
    ? AsyncIterable<Payload>
    : never
  : Streamed

/**
 * Payloads that are sent unchanged under a media type other than JSON: bytes, Node and web streams, async iterables of them, and a `Response`. At run time: `classify` in src/stage/send.ts.
 */
export type Streamed =
  | ArrayBufferView
  | NodeJS.ReadableStream
  | ReadableStream<Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | Response
