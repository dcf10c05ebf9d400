// The response map: the payload for each status and media type. Implementation: src/stage/serialize.ts.
import type { TSchema } from '@sinclair/typebox'
import type { EventContent, SentEvent } from './events.ts'
import type { Untyped } from './part-schema.ts'
import type { Serialized, TypeProvider } from './provider.ts'
import type { Fields, InferIn, InferPropertiesIn, InferShorthandIn, ObjectSchema } from './schema.ts'
import type { Referenced } from './shared-schema.ts'

// A status class may be written in either case: `2xx` or `2XX`.
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
  '5xx': ServerErrorStatus
}

// biome-ignore format: the registry, RFC 9110 §15.5 and its extensions
type ClientErrorStatus =
  | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418
  | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451

type ServerErrorStatus = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511

/** Every registered status code. */
export type Status = StatusClasses[keyof StatusClasses]

// The entry of a status applies before its class (`2xx`), and a class before `default`.
export type ResponseMap = {
  readonly [Key in number | `${number}` | keyof StatusClasses | 'default']?: object
}

/** The valid response maps. A media type in an entry is exact, or the wildcard for all types. Ranges such as `text/*` are errors. */
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

/** Stands for the response map of a route that has none: it allows every status and any payload. */
export interface AnyResponse {
  readonly ' any': true
}

// The declared statuses. If the response map declares no success, every 2xx and 3xx is allowed, too.
export type StatusOf<Responses> = Responses extends AnyResponse ? number : DeclaredStatus<keyof Responses>

// The type parameter is the keys of the response map, because compiler messages show it, and because routes with the same keys share the type.
type DeclaredStatus<Key> = CoveredStatus<Key> | FreeStatusBeside<Key>

type CoveredStatus<Key> =
  | ExactStatus<Key>
  | StatusClasses[Key & keyof StatusClasses]
  | ('default' extends Key ? Status : never)

// A response map that declares only errors allows every 2xx and 3xx. At run time: `declaresSuccess` in src/stage/serialize.ts.
export type FreeStatusOf<Responses> = FreeStatusBeside<keyof Responses>

type FreeStatusBeside<Key> = [SuccessKey<Key>] extends [never] ? FreeStatus : never

type FreeStatus = LowerStatusClasses['2xx' | '3xx']

type SuccessKey<Key> = Key extends string | number ? (`${Key}` extends `2${string}` | 'default' ? Key : never) : never

interface FreeEntry {
  readonly ' free': true
}

// A class such as `4xx` excludes the statuses that have their own entries. The key is tested first, so that compiler messages show the class.
export type StatusAt<Responses, Key extends keyof Responses> = Key extends keyof StatusClasses
  ? [StatusClasses[Key] & ExactStatus<keyof Responses>] extends [never]
    ? StatusClasses[Key]
    : Exclude<StatusClasses[Key], ExactStatus<keyof Responses>>
  : Key extends 'default'
    ? Exclude<Status, CoveredStatus<Exclude<keyof Responses, 'default'>>>
    : ExactStatus<Key>

type ExactStatus<Key> = Key extends number ? Key : Key extends `${infer Code extends number}` ? Code : never

type ClassOf<Code extends number> = `${Code}` extends `${infer Digit}${string}` ? `${Digit}xx` : never

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

export type PlainStatus = 200

// 200, or the only success status that the map declares by number and with content. At run time: `plainStatusOf` in src/stage/serialize.ts.
export type PlainStatusOf<Key> = PlainStatus extends Key ? PlainStatus : SoleStatus<SuccessKey<Key>>

type SoleStatus<Key> = [SoleKey<Key, Key>] extends [never] ? PlainStatus : SoleKey<Key, Key>

type SoleKey<Key, All> = Key extends unknown
  ? [All] extends [Key]
    ? Exclude<ExactStatus<Key>, BodilessStatus>
    : never
  : never

// The statuses of responses without a body (RFC 9110).
export type BodilessStatus = 204 | 205 | 304

/**
 * The media types that the entry of a status lists, with or without parameters. `string` if the entry lists no media types, or the wildcard for all
 * types.
 */
export type MediaTypeOf<Responses, Code> = Responses extends AnyResponse
  ? string
  : EntryOf<Responses, Extract<Code, number>> extends { readonly content: infer Content }
    ? Listed<Extract<keyof Content, MediaRange>>
    : string

// A `content` object with such keys lists media types. Otherwise `content` is a field of the payload. At run time: src/schema/route-schema.ts.
export type MediaRange = `${string}/${string}`

type Listed<MediaType extends string> = [MediaType] extends [never]
  ? string
  : '*/*' extends MediaType
    ? string
    : MediaType | `${MediaType};${string}`

// For a union of statuses, a payload must fit every status. A refused status takes any payload, so that the only error is about the status.
export type PayloadAt<Responses, Code, MediaType, Schemas, Provider, All = Code> = Responses extends AnyResponse
  ? unknown
  : Code extends number
    ? [All] extends [Code]
      ? EntryPayload<EntryOf<Responses, Code>, MediaType, Schemas, Provider>
      : FitsAll<All extends number ? Takes<EntryPayload<EntryOf<Responses, All>, MediaType, Schemas, Provider>> : never>
    : unknown

type Takes<Payload> = (payload: Payload) => void

type FitsAll<Taking> = [Taking] extends [Takes<infer Payload>] ? Payload : never

// Object schemas come first, because they are the most common. To compare one with `TSchema`, the compiler would compute its `static`.
export type EntryPayload<Entry, MediaType, Schemas, Provider> = Entry extends ObjectSchema
  ? Provider extends TypeProvider
    ? Serialized<Provider, Entry>
    : InferPropertiesIn<Entry['properties'], Schemas, Date>
  : OtherPayload<Entry, MediaType, Schemas, Provider>

type OtherPayload<Entry, MediaType, Schemas, Provider> = Entry extends { readonly content: infer Content }
  ? [Extract<keyof Content, MediaRange>] extends [never]
    ? InferShorthandIn<Entry, Schemas, Date>
    : ContentPayload<Content, MediaType, Schemas, Provider>
  : Provider extends TypeProvider
    ? Entry extends FreeEntry
      ? unknown
      : Serialized<Provider, Entry>
    : Entry extends { readonly $ref: infer Ref extends string }
      ? InferIn<Referenced<Schemas, Ref>, Schemas, Date>
      : Entry extends TSchema
        ? InferIn<Entry, Schemas, Date>
        : Entry extends Fields
          ? InferShorthandIn<Entry, Schemas, Date>
          : Untyped<Entry>

// If `MediaType` is `never`, the payload may have any media type of the entry, because `type` may have been called in a separate statement.
type ContentPayload<Content, MediaType, Schemas, Provider> = [MediaType] extends [never]
  ? PayloadAs<Content, keyof Content, Schemas, Provider>
  : FitsAll<
      MediaType extends unknown
        ? Takes<PayloadAs<Content, RangeOf<MediaType, keyof Content>, Schemas, Provider>>
        : never
    >

// The key among `Ranges` that covers a media type: `'text/csv; header=present'` → `'text/csv'`.
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

// A stream of raw JSON would bypass the schema. For JSON lines, the payload is an iterable, whose values are validated one by one.
type StreamedAs<MediaType, Payload> = MediaType extends `${string}json${string}`
  ? MediaType extends `application/${'' | 'x-'}${'ndjson' | 'jsonl'}`
    ? AsyncIterable<Payload>
    : never
  : Streamed

// Payloads that are sent unchanged if the media type is not JSON. At run time: `classify` in src/stage/send.ts.
export type Streamed =
  | ArrayBufferView
  | NodeJS.ReadableStream
  | ReadableStream<Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | Response
