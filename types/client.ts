// The typed client. The types of a call depend only on its own endpoint, so compile time per call does not grow with the number of endpoints.
// Implementation: src/client/index.ts.
import type { AnyEndpoint, Endpoint, EndpointInput } from './endpoint.ts'
import type { EventContent } from './events.ts'
import type { Refusal, RequiredName } from './refusal.ts'
import type { AnyResponse, BodilessStatus, FreeStatusOf, MediaRange, StatusAt } from './response.ts'
import type { RevivedEntry } from './revived.ts'

/**
 * Options of a call, which override the client's.
 *
 * @example
 * const api = createClient({ list: endpoint('GET /books') }, { baseUrl: 'http://a.example', fetch: () => new Promise(() => {}) })
 * await api.list({ timeout: 10 }) // throws TimeoutError
 * await api.list({ signal: AbortSignal.abort() }) // throws AbortError
 */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** In milliseconds: the limit until an answer is read, or a stream begins. A longer call rejects with a `TimeoutError`. Default: no limit. */
  timeout?: number | undefined
  /** The limit for one event of a stream, in characters. A longer event rejects with ESP_ERR_EVENT_TOO_LONG. Default: 16,777,216. */
  maxEventLength?: number | undefined
  /**
   * The number of retries after a network error, a status 429, 502, 503 or 504, or 409 with `Retry-After`. Only idempotent methods (RFC 9110 §9.2.2)
   * and endpoints with the header `Idempotency-Key` are retried. The delay is `Retry-After`, up to 30 seconds, or grows from 100 ms. Reconnecting
   * event streams also retry after 500, which a starting server may send. Default: 0.
   *
   * @example
   * const list = endpoint('GET /books', { response: { 200: Type.String() } })
   * const answers = [new Response('', { status: 503 }), Response.json('a')]
   * const api = createClient({ list }, { baseUrl: 'http://a.example', fetch: async () => answers.shift() })
   * await api.list({ retries: 1 }).expect(200) // 'a'
   */
  retries?: number | undefined
}

/** Headers as `new Headers()` takes them: a record, a list of pairs, or headers. */
export type GivenHeaders = ConstructorParameters<typeof Headers>[0]

/**
 * Options of a client.
 *
 * @example
 * const list = endpoint('GET /books', { response: { 200: Type.String() } })
 * const fetch = async (url) => Response.json(url)
 * const api = createClient({ list }, { baseUrl: 'http://a.example', headers: { a: '1' }, credentials: 'include', fetch })
 * await api.list().expect(200) // 'http://a.example/books'
 */
export interface ClientOptions extends CallOptions {
  /** Precedes the path of each endpoint: a URL or a path. Default: `''`, which in a browser means the origin of the page. */
  baseUrl?: string
  /** Headers of every request, or a function that is called before each request. */
  headers?: GivenHeaders | (() => GivenHeaders | Promise<GivenHeaders>)
  /**
   * Checks the parsed JSON of an answer or event. Returns a description of the fault, or `undefined`. After a fault the call rejects with
   * ESP_ERR_ANSWER_INVALID. Default: no check.
   *
   * @example
   * const list = endpoint('GET /books', { response: { 200: Type.String() } })
   * const options = { baseUrl: 'http://a.example', fetch: async () => Response.json('a') }
   * await createClient({ list }, { ...options, validate: () => 'wrong' }).list() // throws ESP_ERR_ANSWER_INVALID
   */
  validate?: ((endpoint: AnyEndpoint, answer: ReceivedAnswer) => string | undefined) | undefined
  /** The option `credentials` of `fetch`: `'include'` sends cookies to another origin. */
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
  /** The name of the event if `body` is the data of an event; otherwise `undefined`. */
  readonly event: string | undefined
}

/**
 * The argument of a call: `params`, `query`, `headers` and `body` as the endpoint declares them, and options. A body without a schema may be a file
 * or a stream.
 */
export type CallInput<Target> = EndpointInput<Target> & CallOptions

/** A function for each endpoint, in the same groups as the endpoints. */
export type Client<Endpoints> = {
  readonly [Name in keyof Endpoints]: Endpoints[Name] extends AnyEndpoint
    ? Call<Endpoints[Name]>
    : Client<Endpoints[Name]>
}

/** Calls an endpoint. The argument is optional if all its properties are optional. */
export type Call<Target> =
  Record<never, never> extends EndpointInput<Target>
    ? CallWithoutInput<EndpointInput<Target>, ClientAnswer<Target>>
    : CallWithInput<LineOf<Target>, EndpointInput<Target>, ClientAnswer<Target>>

type CallWithoutInput<Input, Answer> = (input?: Input & CallOptions) => PendingCall<Answer>

/** Calls an endpoint that needs an argument. `Line` is its method and path, such as `'GET /books/:id'`, for the error text. */
// A call without the argument matches the first signature. Its `this` type is an error text, so the compiler refuses the call with this text.
export interface CallWithInput<Line extends string, Input, Answer> {
  (this: Refusal<`${Line} needs ${Needed<Input>}: pass { ${Needed<Input>} }`>): PendingCall<Answer>
  (input: Input & CallOptions): PendingCall<Answer>
}

type Needed<Input> = RequiredName<Input> & string

type LineOf<Target> =
  Target extends Endpoint<infer Method, infer Path, unknown, unknown, unknown, unknown, unknown>
    ? `${Method} ${Path}`
    : never

/** A call in progress. */
export interface PendingCall<Answer> extends Promise<Answer> {
  /**
   * Resolves with the body of the answer. @throws AnswerError, ESP_ERR_STATUS_UNEXPECTED, when the answer has another status.
   *
   * @example
   * const list = endpoint('GET /books', { response: { 200: Type.Integer(), 404: Type.Null() } })
   * const api = createClient({ list }, { baseUrl: 'http://a.example', fetch: async () => Response.json(7) })
   * await api.list().expect(404) // throws ESP_ERR_STATUS_UNEXPECTED
   */
  expect<Code extends AnswerStatus<Answer>>(status: Code): Promise<BodyOf<Answer, Code>>
}

type AnswerStatus<Answer> = Answer extends { readonly status: infer Status } ? Status : never

// The condition is not `Status extends Code`, because the entry of a class such as `2xx` has a union of statuses that contains `Code`.
type BodyOf<Answer, Code> = Answer extends { readonly status: infer Status; readonly body: infer Body }
  ? Code extends Status
    ? Body
    : never
  : never

/** The result of a call: a union with one member for each declared status and media type. For an undeclared status the call rejects. */
export type ClientAnswer<Target> =
  Target extends Endpoint<string, string, unknown, unknown, unknown, unknown, infer Responses>
    ? Responses extends AnyResponse
      ? AnswerWith<number, string, unknown>
      : AnswerOf<Responses, keyof Responses> | AnswerAt<FreeStatusOf<Responses>, string, unknown>
    : never

/** An answer whose status is `Code`. */
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

type RevivedEvent<Events, Name extends keyof Events & string> = Name extends unknown
  ? { readonly event: Name; readonly data: RevivedEntry<Events[Name]>; readonly id?: string }
  : never

type Essence<Type extends string> = Lowercase<Type extends `${infer Bare};${string}` ? Trimmed<Bare> : Type>
type Trimmed<Text extends string> = Text extends `${infer Rest} ` ? Trimmed<Rest> : Text

type AnswerAt<Code extends number, Type extends string, Body> = [Code] extends [never]
  ? never
  : AnswerWith<Code, Type, [Code] extends [BodilessStatus] ? undefined : Body>

/** Makes a client with one function for each endpoint. */
export type CreateClient = <const Endpoints extends object>(
  endpoints: Endpoints,
  options?: ClientOptions
) => Client<Endpoints>
