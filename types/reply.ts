// The reply of a handler. The status chosen by `code` and the media type chosen by `type` select the payload's type.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Logger } from './logger.ts'
import type { Refusal } from './refusal.ts'
import type { RequestMembers } from './request.ts'
import type {
  AnyResponse,
  EntryOf,
  EntryPayload,
  MediaTypeOf,
  PayloadAt,
  PlainStatus,
  PlainStatusOf,
  StatusOf
} from './response.ts'
import type { RouteInfo } from './route.ts'
import type { PayloadSerializer } from './validator.ts'

/** The result of `send`: proof for the compiler that a handler has answered. At run time it is the reply. */
export interface Sent {
  readonly [sent]: true
}

/** A reply that may be sent later: it counts as sent, and awaiting it waits for the send. */
export interface Pending extends Sent, Awaitable<Sent> {}

/** A value that can be awaited, as far as the compiler checks. */
interface Awaitable<Value> {
  /** Waits until the answer has been written. */
  then<Fulfilled = Value, Rejected = never>(
    fulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null
  ): void
}

/** For the compiler alone, and by a symbol, because editors offer no such member to write. */
declare const sent: unique symbol

// A function for each case, because the compiler makes an array of whatever stands in a list of arguments.
type Send<Payload> = [Payload] extends [undefined | null]
  ? [Payload] extends [never]
    ? SendOne<Refusal<Undeclared>>
    : SendAny<Payload>
  : unknown extends Payload
    ? SendAny<Payload>
    : SendOne<Payload>

type SendOne<Payload> = (payload: Payload) => Sent
type SendAny<Payload> = (payload?: Payload) => Sent

export type Undeclared = '200 is not in the response map: choose one of its statuses with reply.code()'

type OtherStatus = 'the response of this route declares no other status: add it there, or choose one of these'

/** Adds a trailer's value once the body has been written. */
export type TrailerFunction = (
  reply: AnyReply,
  payload: unknown,
  done: (error: Error | null, value?: string) => void
) => unknown

/** Members of a reply that are the same in every context. */
// Apart from the others, because the compiler makes the others' types for every reply that there is.
export interface CommonReplyMembers {
  /** Node's response. */
  readonly raw: ServerResponse
  /** Writes log lines that carry the request's id. */
  readonly log: Logger
  /** The status to answer with: 200, or in a handler the only success status of the route's response map, unless something set it. */
  statusCode: number
  /** Whether the answer has been sent or the reply was hijacked. */
  readonly sent: boolean
  /** Milliseconds since the request arrived. */
  readonly elapsedTime: number
  /** The content type's essence that was set so far. */
  readonly mediaType: string | undefined
  /** Returns a header that was set so far. */
  getHeader(name: string): number | string | string[] | undefined
  /** Returns the headers that were set so far, names in lower case. */
  getHeaders(): OutgoingHttpHeaders
  /** Tells whether a header was set. */
  hasHeader(name: string): boolean
  /**
   * Redirects, with 302 unless a status was set or is given. Characters beyond ASCII in the URL are percent-encoded (RFC 3986 §2).
   *
   * @throws ESP_ERR_REP_LOCATION_INVALID when the URL holds a control character.
   */
  redirect(url: string, code?: number): Sent
  /** Answers by the not-found handler of this context, as where no route matches: what was prepared is forgotten, headers of hooks are not. */
  callNotFound(): Sent
  /** Serializes as `send` would, for the status and the content type set so far; without a type it is JSON. */
  serialize(payload: unknown): string | Buffer
  /** Returns the compiled serializer of a status or of a schema compiled before; `undefined` where there is none. */
  getSerializationFunction(
    statusOrSchema: string | number | object,
    contentType?: string
  ): ((data: unknown) => string) | undefined
  /** Compiles a schema once per route and returns its serializer. */
  compileSerializationSchema(schema: object, status?: string | number, contentType?: string): (data: unknown) => string
  /** Serializes as a status would be. @throws FST_ERR_MISSING_SERIALIZATION_FN when the route has no serializer for it. */
  serializeInput(data: unknown, status: string | number, contentType?: string): string
  /** Serializes by a schema. */
  serializeInput(data: unknown, schema: object, status?: string | number, contentType?: string): string
  /** Tells whether a trailer was set. */
  hasTrailer(name: string): boolean
  /**
   * Sends 103 Early Hints (RFC 8297), where there is a `link`, in any spelling. `callback` runs when they were written or dropped.
   *
   * @throws ESP_ERR_ARGUMENT_INVALID when a name is of framing, ERR_INVALID_CHAR and others as for fields.
   */
  writeEarlyHints(hints: Record<string, string | string[]>, callback?: () => void): void
  /** Returns a decorator's value, a function bound to this reply. @throws FST_ERR_DEC_UNDECLARED when nothing declared it. */
  getDecorator<Value = unknown>(name: string | symbol): Value
}

/** Members of a reply that do not depend on status and payload. */
export interface ReplyMembers<out App, out Request, out Config = unknown> extends CommonReplyMembers {
  /** The request that this answers. */
  readonly request: Request
  /** The app of the context that owns the route. */
  readonly server: App
  /** The options of the route that is answering. */
  readonly routeOptions: RouteInfo<Config>
  /** Takes the raw response over: nothing is sent automatically and no hook but `onResponse` runs. */
  hijack(): this & Pending
}

/**
 * The reply of a route: `Code` is the status chosen so far, `MediaType` the media type; `Extras` are the decorators of the
 * context.
 */
// Every variance is stated. The compiler compares two of these types for each completion in a handler. Without the statement it would measure how each
// parameter varies, which takes longer than the rest of the completion.
export interface RouteReply<
  in out Responses,
  in out Code extends number,
  in out MediaType,
  in out Schemas,
  in out Provider,
  out Config,
  out Extras,
  out App
> extends ReplyMembers<App, RequestMembers<App, Config>, Config>,
    // To await an unsent reply, as an async function does, gives an unsent reply.
    Awaitable<ReplyMembers<unknown, unknown>> {
  /** Sets the status to answer with; one that the response map covers. */
  code<const Chosen extends StatusOf<Responses>>(
    status: Chosen | Refusal<OtherStatus>
  ): RouteReply<Responses, Chosen, never, Schemas, Provider, Config, Extras, App> & Extras
  /** Sets the status to answer with; the same as `code`. */
  status<const Chosen extends StatusOf<Responses>>(
    status: Chosen | Refusal<OtherStatus>
  ): RouteReply<Responses, Chosen, never, Schemas, Provider, Config, Extras, App> & Extras
  /** Sets the content type; where the status' entry lists media types, one of them. */
  type<const Chosen extends MediaTypeOf<Responses, Code>>(
    mediaType: Chosen
  ): RouteReply<Responses, Code, Chosen, Schemas, Provider, Config, Extras, App> & Extras
  // These return no `this`: what a handler is given counts as sent, because it may send later, and what it has prepared does not.
  /** Sets a header; `set-cookie` accumulates. @throws ESP_ERR_REP_HEADER_PROMISE when the value is a promise. */
  header(
    name: string,
    value?: unknown
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Sets several headers. */
  headers(
    values: Record<string, unknown>
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Takes a header away. */
  removeHeader(name: string): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Serializes this reply's payload by a synchronous function instead of the schema. */
  serializer(
    serialize: PayloadSerializer
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Sends a trailer after the body. @throws FST_ERR_BAD_TRAILER_NAME when the name is invalid or forbidden (RFC 9110 §6.5.1); FST_ERR_BAD_TRAILER_VALUE without a function. */
  trailer(
    name: string,
    value: TrailerFunction
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Takes a trailer away. */
  removeTrailer(name: string): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Answers with a payload of the type that the status and media type ask for. */
  readonly send: Send<PayloadAt<Responses, Code, MediaType, Schemas, Provider>>
}

/** A reply of which nothing is known: in hooks, error handlers and trailers. */
export interface AnyReply<out App = unknown, out Request = unknown>
  extends ReplyMembers<App, Request>,
    Awaitable<Sent> {
  /** Sets the status to answer with. @throws FST_ERR_BAD_STATUS_CODE when it is no number from 100 to 599; below 200, when it is sent. */
  code(status: number): this
  /** The same as `code`. */
  status(status: number): this
  /** Sets the content type. */
  type(mediaType: string): this
  /** Sets a header; `set-cookie` accumulates. @throws ESP_ERR_REP_HEADER_PROMISE when the value is a promise. */
  header(name: string, value?: unknown): this
  /** Sets several headers. */
  headers(values: Record<string, unknown>): this
  /** Takes a header away. */
  removeHeader(name: string): this
  /** Serializes this reply's payload by a synchronous function instead of the schema. */
  serializer(serialize: PayloadSerializer): this
  /** Sends a trailer after the body. @throws FST_ERR_BAD_TRAILER_NAME when the name is invalid or forbidden (RFC 9110 §6.5.1); FST_ERR_BAD_TRAILER_VALUE without a function. */
  trailer(name: string, value: TrailerFunction): this
  /** Takes a trailer away. */
  removeTrailer(name: string): this
  /** Answers; an error goes the way of errors. A second call is logged and changes nothing. */
  send(payload?: unknown): Sent
}

/** The result of a handler: a payload for a plain answer, or the proof that it has sent one. */
// A map with 200 comes first, because it is the common case.
export type HandlerReturn<Responses, Schemas, Provider> = PlainStatus extends keyof Responses
  ? Answer<EntryPayload<Responses[PlainStatus & keyof Responses], never, Schemas, Provider>>
  : Responses extends AnyResponse
    ? unknown
    : Answer<EntryPayload<EntryOf<Responses, PlainStatusOf<keyof Responses>>, never, Schemas, Provider>>

type Answer<Payload> = [Payload] extends [never]
  ? Sent | Refusal<Undeclared> | Promise<Sent | Refusal<Undeclared>>
  : Payload | Sent | Promise<Payload | Sent>
