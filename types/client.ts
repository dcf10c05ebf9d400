// Calls of endpoints: arguments by what they declare, answers discriminated by status and media type. Nothing here grows with how many endpoints
// a client has: each call is read from its own endpoint. Twin: src/client/index.ts.

import type { AnyEndpoint, Endpoint, EndpointInput } from './endpoint.ts'
import type { EventContent } from './events.ts'
import type { AnyResponse, BodilessStatus, FreeStatusOf, MediaRange, StatusAt } from './response.ts'
import type { RevivedEntry } from './revived.ts'

/** Options of a call; they come before those of the client. */
export interface CallOptions {
  /** Ends the call when it aborts; the call rejects with its reason. */
  signal?: AbortSignal | undefined
  /** Most milliseconds until the answer has been read, or a stream has begun; then the call rejects with a `TimeoutError`. Default: no limit. */
  timeout?: number | undefined
  /**
   * Most characters of one event of a stream; a longer one rejects with ESP_ERR_EVENT_TOO_LONG. Default: 16,777,216.
   */
  maxEventLength?: number | undefined
  /**
   * How often a request is sent again after no answer, 429, 502, 503 or 504, or 409 with `Retry-After`. Its method may be repeated (RFC 9110 §9.2.2), or its
   * endpoint declares the header `Idempotency-Key`. The wait is that of `Retry-After`, up to 30 seconds, or grows from 100 ms. A resumed event stream also waits through as many answers of 500, because a starting
   * server may send them. Default: 0.
   */
  retries?: number | undefined
}

/** Headers as `new Headers()` takes them: a record, a list of pairs, or headers. */
export type GivenHeaders = ConstructorParameters<typeof Headers>[0]

/** Options of a client. */
export interface ClientOptions extends CallOptions {
  /** The prefix of the paths: an address, or a path. Default: `''`, for pages that the same server serves. */
  baseUrl?: string
  /** Headers of every request, or a function that is asked for them before each. */
  headers?: GivenHeaders | (() => GivenHeaders | Promise<GivenHeaders>)
  /**
   * Checks the answer of an endpoint, as JSON, or the data of an event. Returns a sentence on the fault, or `undefined`. A fault rejects with
   * ESP_ERR_ANSWER_INVALID. Default: no check.
   */
  validate?: ((endpoint: AnyEndpoint, answer: ReceivedAnswer) => string | undefined) | undefined
  /** The option of `fetch`: `'include'` sends cookies to another origin. Default: that of `fetch`. */
  credentials?: NonNullable<Parameters<typeof globalThis.fetch>[1]>['credentials']
  /** Sends a request. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

/** The value of an answer, or of an event, as it came: before anything in it is revived. */
export interface ReceivedAnswer {
  readonly status: number
  readonly headers: Headers
  /** The media type without parameters, in lower case. */
  readonly type: string
  readonly body: unknown
  /** The name of the event, whose data `body` then is. */
  readonly event: string | undefined
}

/** The argument of a call: the parts that its endpoint declares, files and streams for a body without a schema, and options. */
export type CallInput<Target> = EndpointInput<Target> & CallOptions

/** A function for each endpoint, in groups as they were given. */
export type Client<Endpoints> = {
  readonly [Name in keyof Endpoints]: Endpoints[Name] extends AnyEndpoint
    ? Call<Endpoints[Name]>
    : Client<Endpoints[Name]>
}

/** Calls an endpoint; the argument may be left out where everything in it may. */
export type Call<Target> =
  Record<never, never> extends EndpointInput<Target>
    ? (input?: CallInput<Target>) => Pending<Target>
    : (input: CallInput<Target>) => Pending<Target>

/** A call under way. */
export interface Pending<Target> extends Promise<ClientAnswer<Target>> {
  /** Resolves with the body of the answer. @throws AnswerError, ESP_ERR_STATUS_UNEXPECTED, when the status is another one. */
  expect<Code extends ClientAnswer<Target>['status']>(status: Code): Promise<BodyOf<ClientAnswer<Target>, Code>>
}

// By what each member may be, and not by what it is: the status of an entry may be one of a class.
type BodyOf<Answer, Code> = Answer extends { readonly status: infer Status; readonly body: infer Body }
  ? Code extends Status
    ? Body
    : never
  : never

/** The result of a call: one member for each entry of the response map and each of its media types. Other statuses reject. */
export type ClientAnswer<Target> =
  Target extends Endpoint<string, string, unknown, unknown, unknown, unknown, infer Responses>
    ? Responses extends AnyResponse
      ? AnswerWith<number, string, unknown>
      : AnswerOf<Responses, keyof Responses> | AnswerAt<FreeStatusOf<Responses>, string, unknown>
    : never

/** An answer of some statuses. */
export interface AnswerWith<Code extends number, Type extends string, Body> {
  readonly status: Code
  /** Whether the status is 200 to 299. */
  readonly ok: boolean
  /** The media type without parameters, in lower case; empty where the answer says none. */
  readonly type: Type
  readonly headers: Headers
  /** JSON as its value, text as text, an event stream as its events, other media types as a stream; `undefined` where there is nothing. */
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

/** As `EventOf`, of values that are revived. */
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
