// Calls of endpoints: declared arguments, answers discriminated by status and media type. Each call is typed from its own endpoint, so the size of a
// client has no cost. At run time: src/client/index.ts.

import type { AnyEndpoint, Endpoint, EndpointInput } from './endpoint.ts'
import type { EventContent } from './events.ts'
import type { AnyResponse, BodilessStatus, FreeStatusOf, MediaRange, StatusAt } from './response.ts'
import type { RevivedEntry } from './revived.ts'

/** Options of a call; they override those of the client. */
export interface CallOptions {
  /** Aborts the call, which rejects with its reason. */
  signal?: AbortSignal | undefined
  /** In milliseconds until the answer was read, or a stream has begun; then the call rejects with a `TimeoutError`. Default: no limit. */
  timeout?: number | undefined
  /** In characters: a longer event of a stream rejects with ESP_ERR_EVENT_TOO_LONG. Default: 16,777,216. */
  maxEventLength?: number | undefined
  /**
   * How often a request is retried after no answer, 429, 502, 503 or 504, or 409 with `Retry-After`. Only for idempotent methods (RFC 9110 §9.2.2), and
   * endpoints with the header `Idempotency-Key`. The delay is `Retry-After`, up to 30 seconds, or grows from 100 ms. Reconnecting event streams also
   * retry after a 500, which a starting server may send. Default: 0.
   */
  retries?: number | undefined
}

/** Headers as `new Headers()` takes them: a record, a list of pairs, or headers. */
export type GivenHeaders = ConstructorParameters<typeof Headers>[0]

/** Options of a client. */
export interface ClientOptions extends CallOptions {
  /** The prefix of the paths: a URL, or a path. Default: `''`, for pages of the same server. */
  baseUrl?: string
  /** Headers of every request, or a function called before each. */
  headers?: GivenHeaders | (() => GivenHeaders | Promise<GivenHeaders>)
  /**
   * Checks the JSON of an answer, or the data of an event. Returns a description of the fault, or `undefined`. A fault rejects with
   * ESP_ERR_ANSWER_INVALID. Default: no check.
   */
  validate?: ((endpoint: AnyEndpoint, answer: ReceivedAnswer) => string | undefined) | undefined
  /** The option of `fetch`: `'include'` sends cookies to another origin. Default: that of `fetch`. */
  credentials?: NonNullable<Parameters<typeof globalThis.fetch>[1]>['credentials']
  /** Sends a request. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

/** The JSON of an answer or an event, before dates and bigints are revived. */
export interface ReceivedAnswer {
  readonly status: number
  readonly headers: Headers
  /** The media type without parameters, in lower case. */
  readonly type: string
  readonly body: unknown
  /** The name of the event, for which `body` is its data. */
  readonly event: string | undefined
}

/** The argument of a call: the declared parts, files and streams for a body without a schema, and options. */
export type CallInput<Target> = EndpointInput<Target> & CallOptions

/** A function for each endpoint, in the given groups. */
export type Client<Endpoints> = {
  readonly [Name in keyof Endpoints]: Endpoints[Name] extends AnyEndpoint
    ? Call<Endpoints[Name]>
    : Client<Endpoints[Name]>
}

/** Calls an endpoint; the argument is optional if all its members are. */
export type Call<Target> =
  Record<never, never> extends EndpointInput<Target>
    ? (input?: CallInput<Target>) => Pending<Target>
    : (input: CallInput<Target>) => Pending<Target>

/** A call in progress. */
export interface Pending<Target> extends Promise<ClientAnswer<Target>> {
  /** Resolves with the body of the answer. @throws AnswerError, ESP_ERR_STATUS_UNEXPECTED, for another status. */
  expect<Code extends ClientAnswer<Target>['status']>(status: Code): Promise<BodyOf<ClientAnswer<Target>, Code>>
}

// Compares possible statuses, because an entry may be a whole class.
type BodyOf<Answer, Code> = Answer extends { readonly status: infer Status; readonly body: infer Body }
  ? Code extends Status
    ? Body
    : never
  : never

/** The result of a call: one member for each entry of the response map and media type. Other statuses reject. */
export type ClientAnswer<Target> =
  Target extends Endpoint<string, string, unknown, unknown, unknown, unknown, infer Responses>
    ? Responses extends AnyResponse
      ? AnswerWith<number, string, unknown>
      : AnswerOf<Responses, keyof Responses> | AnswerAt<FreeStatusOf<Responses>, string, unknown>
    : never

/** An answer with one of these statuses. */
export interface AnswerWith<Code extends number, Type extends string, Body> {
  readonly status: Code
  /** Whether the status is 200 to 299. */
  readonly ok: boolean
  /** The media type without parameters, in lower case; empty without one. */
  readonly type: Type
  readonly headers: Headers
  /** JSON as its value, text as a string, an event stream as its events, other media types as a stream; `undefined` without a body. */
  readonly body: Body
}

type AnswerOf<Responses, Key extends keyof Responses> = Key extends unknown
  ? Responses[Key] extends { readonly content: infer Content }
    ? [Extract<keyof Content, MediaRange>] extends [never]
      ? AnswerAt<StatusAt<Responses, Key>, string, RevivedEntry<Responses[Key]>>
      : ByType<StatusAt<Responses, Key>, Content, Extract<keyof Content, string>>
    : AnswerAt<StatusAt<Responses, Key>, string, RevivedEntry<Responses[Key]>>
  : never

type ByType<Code extends number, Content, Type extends string> = Type extends keyof Content
  ? AnswerAt<
      Code,
      Essence<Type>,
      Essence<Type> extends `${string}/json` | `${string}+json`
        ? Content[Type] extends { readonly schema: infer Schema }
          ? RevivedEntry<Schema>
          : unknown
        : Essence<Type> extends `text/${string}`
          ? Content[Type] extends EventContent<infer Events>
            ? AsyncIterable<RevivedEvent<Events, keyof Events & string>>
            : string
          : ReadableStream<Uint8Array>
    >
  : never

/** As `EventOf`, with revived values. */
type RevivedEvent<Events, Name extends keyof Events & string> = Name extends unknown
  ? { readonly event: Name; readonly data: RevivedEntry<Events[Name]>; readonly id?: string }
  : never

type Essence<Type extends string> = Lowercase<Type extends `${infer Bare};${string}` ? Trimmed<Bare> : Type>
type Trimmed<Text extends string> = Text extends `${infer Rest} ` ? Trimmed<Rest> : Text

type AnswerAt<Code extends number, Type extends string, Body> = [Code] extends [never]
  ? never
  : AnswerWith<Code, Type, [Code] extends [BodilessStatus] ? undefined : Body>

/** The type of the function `createClient`. */
export type CreateClient = <const Endpoints extends object>(
  endpoints: Endpoints,
  options?: ClientOptions
) => Client<Endpoints>
