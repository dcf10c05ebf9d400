// The reply of a handler. The status of `code` and the media type of `type` select the payload's type.
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

/** The result of `send`: for the compiler, that a handler has answered. At run time it is the reply. */
export interface Sent {
  readonly [sent]: true
}

/** A reply that may be sent later: it counts as sent, and awaiting it waits for that. */
export interface Pending extends Sent, Awaitable<Sent> {}

/** An awaitable value. */
interface Awaitable<Value> {
  /** Waits until the answer has been written. */
  then<Fulfilled = Value, Rejected = never>(
    fulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null
  ): void
}

/** For the compiler only. A symbol, because editors do not suggest it. */
declare const sent: unique symbol

// A function type for each case, because the compiler would make a tuple for a conditional argument list.
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

/** Computes a trailer's value after the body. */
export type TrailerFunction = (
  reply: AnyReply,
  payload: unknown,
  done: (error: Error | null, value?: string) => void
) => unknown

/** Members of a reply that are the same in every context. */
// Separate, because the compiler makes the other members' types for every reply.
export interface CommonReplyMembers {
  /** Node's response. */
  readonly raw: ServerResponse
  /** Writes log lines with the request's id. */
  readonly log: Logger
  /** The status that was set. Otherwise 200, or in a handler the success status of a response map that has exactly one. */
  statusCode: number
  /** Whether the response was sent or the reply was hijacked. */
  readonly sent: boolean
  /** In milliseconds since the request arrived. */
  readonly elapsedTime: number
  /** The content type that was set, without parameters. */
  readonly mediaType: string | undefined
  /** Returns a header that was set so far. */
  getHeader(name: string): number | string | string[] | undefined
  /** Returns the headers that were set so far, names in lower case. */
  getHeaders(): OutgoingHttpHeaders
  /** Whether a header was set. */
  hasHeader(name: string): boolean
  /**
   * Redirects, with 302 unless a status was set or is given. Characters beyond ASCII in the URL are percent-encoded (RFC 3986 §2).
   *
   * @throws ESP_ERR_REP_LOCATION_INVALID when the URL has a control character.
   */
  redirect(url: string, code?: number): Sent
  /** Answers with the not-found handler of this context, as without a route: what was prepared is reset, except headers of hooks. */
  callNotFound(): Sent
  /** Serializes as `send` would, for the status and the content type set so far; without a type it is JSON. */
  serialize(payload: unknown): string | Buffer
  /** Returns the compiled serializer of a status or of a schema that was compiled before; `undefined` without one. */
  getSerializationFunction(
    statusOrSchema: string | number | object,
    contentType?: string
  ): ((data: unknown) => string) | undefined
  /** Compiles a schema once per route and returns its serializer. */
  compileSerializationSchema(schema: object, status?: string | number, contentType?: string): (data: unknown) => string
  /** Serializes as for a status. @throws FST_ERR_MISSING_SERIALIZATION_FN when the route has no serializer for it. */
  serializeInput(data: unknown, status: string | number, contentType?: string): string
  /** Serializes by a schema. */
  serializeInput(data: unknown, schema: object, status?: string | number, contentType?: string): string
  /** Whether a trailer was set. */
  hasTrailer(name: string): boolean
  /**
   * Sends 103 Early Hints (RFC 8297), if there is a `link`, in any case. `callback` runs when they were written or dropped.
   *
   * @throws ESP_ERR_ARGUMENT_INVALID for a framing field; ERR_INVALID_CHAR and others as for headers.
   */
  writeEarlyHints(hints: Record<string, string | string[]>, callback?: () => void): void
  /** Returns a decorator's value, a function bound to this reply. @throws FST_ERR_DEC_UNDECLARED when it was not declared. */
  getDecorator<Value = unknown>(name: string | symbol): Value
}

/** Members of a reply that do not depend on status and payload. */
export interface ReplyMembers<out App, out Request, out Config = unknown> extends CommonReplyMembers {
  /** The request of this reply. */
  readonly request: Request
  /** The app of the context that owns the route. */
  readonly server: App
  /** The options of the current route. */
  readonly routeOptions: RouteInfo<Config>
  /** Takes over the raw response: nothing is sent automatically and no hook except `onResponse` runs. */
  hijack(): this & Pending
}

/** The reply of a route: `Code` is the status so far, `MediaType` the media type; `Extras` are the context's decorators. */
// Variances are annotated. The compiler compares two of these types for each completion in a handler. Computing the variances would take longer than
// the rest of the completion.
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
    // Awaiting an unsent reply, as an async function does, gives an unsent reply.
    Awaitable<ReplyMembers<unknown, unknown>> {
  /** Sets the status; one that the response map covers. */
  code<const Chosen extends StatusOf<Responses>>(
    status: Chosen | Refusal<OtherStatus>
  ): RouteReply<Responses, Chosen, never, Schemas, Provider, Config, Extras, App> & Extras
  /** Sets the status; the same as `code`. */
  status<const Chosen extends StatusOf<Responses>>(
    status: Chosen | Refusal<OtherStatus>
  ): RouteReply<Responses, Chosen, never, Schemas, Provider, Config, Extras, App> & Extras
  /** Sets the content type; one of the entry's media types, if it lists them. */
  type<const Chosen extends MediaTypeOf<Responses, Code>>(
    mediaType: Chosen
  ): RouteReply<Responses, Code, Chosen, Schemas, Provider, Config, Extras, App> & Extras
  // Not `this`: the reply of a handler counts as sent, because it may be sent later; a prepared one does not.
  /** Sets a header; `set-cookie` accumulates. @throws ESP_ERR_REP_HEADER_PROMISE when the value is a promise. */
  header(
    name: string,
    value?: unknown
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Sets several headers. */
  headers(
    values: Record<string, unknown>
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Removes a header. */
  removeHeader(name: string): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Sets a synchronous function that serializes this payload instead of the schema. */
  serializer(
    serialize: PayloadSerializer
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Sends a trailer after the body. @throws FST_ERR_BAD_TRAILER_NAME when the name is invalid or forbidden (RFC 9110 §6.5.1); FST_ERR_BAD_TRAILER_VALUE without a function. */
  trailer(
    name: string,
    value: TrailerFunction
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Removes a trailer. */
  removeTrailer(name: string): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Sends a payload of the type for the status and media type. */
  readonly send: Send<PayloadAt<Responses, Code, MediaType, Schemas, Provider>>
}

/** A reply of an unknown route: in hooks, error handlers and trailers. */
export interface AnyReply<out App = unknown, out Request = unknown>
  extends ReplyMembers<App, Request>,
    Awaitable<Sent> {
  /** Sets the status. @throws FST_ERR_BAD_STATUS_CODE when it is not from 100 to 599; below 200, when it is sent. */
  code(status: number): this
  /** The same as `code`. */
  status(status: number): this
  /** Sets the content type. */
  type(mediaType: string): this
  /** Sets a header; `set-cookie` accumulates. @throws ESP_ERR_REP_HEADER_PROMISE when the value is a promise. */
  header(name: string, value?: unknown): this
  /** Sets several headers. */
  headers(values: Record<string, unknown>): this
  /** Removes a header. */
  removeHeader(name: string): this
  /** Sets a synchronous function that serializes this payload instead of the schema. */
  serializer(serialize: PayloadSerializer): this
  /** Sends a trailer after the body. @throws FST_ERR_BAD_TRAILER_NAME when the name is invalid or forbidden (RFC 9110 §6.5.1); FST_ERR_BAD_TRAILER_VALUE without a function. */
  trailer(name: string, value: TrailerFunction): this
  /** Removes a trailer. */
  removeTrailer(name: string): this
  /** Sends a payload; an error goes to the error handlers. A second call is logged and has no effect. */
  send(payload?: unknown): Sent
}

/** The result of a handler: a payload, or proof that it has sent one. */
// A map with 200 comes first, as the common case.
export type HandlerReturn<Responses, Schemas, Provider> = PlainStatus extends keyof Responses
  ? Answer<EntryPayload<Responses[PlainStatus & keyof Responses], never, Schemas, Provider>>
  : Responses extends AnyResponse
    ? unknown
    : Answer<EntryPayload<EntryOf<Responses, PlainStatusOf<keyof Responses>>, never, Schemas, Provider>>

type Answer<Payload> = [Payload] extends [never]
  ? Sent | Refusal<Undeclared> | Promise<Sent | Refusal<Undeclared>>
  : Payload | Sent | Promise<Payload | Sent>
