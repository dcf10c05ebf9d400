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

/** The result of `send`: proof for the compiler that a handler has responded. At run time the result is the reply. */
export interface Sent {
  readonly [sent]: true
}

/** The reply that a handler gets. A handler may return the reply and send later, so its type extends `Sent`. `await reply` waits for the response. */
export interface PendingReply extends Sent, Awaitable<Sent> {}

interface Awaitable<Value> {
  /** Waits until the response has been written. */
  then<Fulfilled = Value, Rejected = never>(
    fulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null
  ): void
}

// Exists only in types. It is a symbol, because editors do not suggest symbols.
declare const sent: unique symbol

// Each case has its own function type. A conditional tuple of arguments would be instantiated for every reply.
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

// The error text for an undeclared status. `send` then takes any payload, so that only the status is reported.
type OtherStatus = 'the response of this route declares no other status: add it there, or choose one of these'

export type TrailerFunction = (
  reply: AnyReply,
  payload: unknown,
  done: (error: Error | null, value?: string) => void
) => unknown

/**
 * Members of a reply that are the same in every context.
 *
 * @example
 * app.get('/', { handlerTimeout: 5000 }, ({ log }, reply) => [reply.sent, reply.elapsedTime > 0, reply.raw.headersSent, reply.log === log])
 * const { body } = await app.inject('/') // '[false,true,false,true]'
 * @example
 * app.get('/', (request, reply) => {
 *   reply.header('x-a', '1').trailer('x-b', async () => '2').type('text/css; charset=utf-8')
 *   return reply.send([reply.hasHeader('x-a'), reply.getHeader('x-a'), reply.getHeaders()['x-a'], reply.hasTrailer('x-b'), reply.mediaType].join())
 * })
 * const { body } = await app.inject('/') // 'true,1,1,true,text/css'
 * @example
 * const schema = { type: 'integer' }
 * app.get('/', (request, reply) => {
 *   return [reply.compileSerializationSchema(schema)('7'), reply.getSerializationFunction(schema)('8'), reply.serializeInput('9', schema)]
 * })
 * const { body } = await app.inject('/') // '["7","8","9"]'
 */
// Separate from `ReplyMembers`, whose members the compiler instantiates for every reply. An interface without type parameters needs no instantiation.
export interface CommonReplyMembers {
  /** Node's response. */
  readonly raw: ServerResponse
  /** Writes log lines with the request's id. */
  readonly log: Logger
  /**
   * The status that was set. Default: 200, or in a handler the only success status of the response map.
   *
   * @example
   * app.addHook('onSend', async (request, reply, payload) => `${reply.statusCode} ${payload}`)
   * app.get('/', (request, reply) => reply.code(201).send('made'))
   * const { body } = await app.inject('/') // '201 made'
   */
  statusCode: number
  /** Whether the response was sent or the reply was hijacked. */
  readonly sent: boolean
  /** The milliseconds since the request arrived. 0 if the route has no logger, `onResponse` hook or `handlerTimeout`. */
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
   * Redirects with `code`; default: the status that was set, otherwise 302. Non-ASCII characters of the URL are percent-encoded (RFC 3986 §2).
   *
   * @throws ESP_ERR_REP_LOCATION_INVALID when the URL has a control character.
   * @example
   * app.get('/', (request, reply) => reply.redirect('/books', 308))
   * const { headers } = await app.inject('/')
   * headers.location // '/books'
   */
  redirect(url: string, code?: number): Sent
  /**
   * Runs the not-found handler of this context, as if no route matched. Resets status, serializer, trailers, and headers about the payload or
   * caching.
   *
   * @example
   * app.get('/', (request, reply) => reply.callNotFound())
   * const { statusCode } = await app.inject('/') // 404
   */
  callNotFound(): Sent
  /**
   * Serializes as `send` would, by the status and content type set so far. Default content type: JSON.
   *
   * @example
   * app.get('/', (request, reply) => reply.type('text/plain').send(reply.serialize({ a: 1 })))
   * const { body } = await app.inject('/') // '{"a":1}'
   */
  serialize(payload: unknown): string | Buffer
  /** Returns the serializer that was compiled for a status or a schema; `undefined` if none was compiled. */
  getSerializationFunction(
    statusOrSchema: string | number | object,
    contentType?: string
  ): ((data: unknown) => string) | undefined
  /** Compiles a schema once per route and returns its serializer. */
  compileSerializationSchema(schema: object, status?: string | number, contentType?: string): (data: unknown) => string
  /** Serializes by the schema of a status. @throws FST_ERR_MISSING_SERIALIZATION_FN when there is no such schema. */
  serializeInput(data: unknown, status: string | number, contentType?: string): string
  /** Serializes by a schema. */
  serializeInput(data: unknown, schema: object, status?: string | number, contentType?: string): string
  /** Whether a trailer was set. */
  hasTrailer(name: string): boolean
  /**
   * Returns a decorator's value; a function is bound to this reply. @throws FST_ERR_DEC_UNDECLARED for an undeclared name.
   *
   * @example
   * app.decorateReply('page', 'home').get('/', (request, reply) => reply.getDecorator('page'))
   * const { body } = await app.inject('/') // 'home'
   */
  getDecorator<Value = unknown>(name: string | symbol): Value
}

/**
 * Members of a reply that do not depend on status and payload.
 *
 * @example
 * app.get('/books', ({ url }, reply) => [reply.request.url === url, reply.server.prefix, reply.routeOptions.url])
 * const { body } = await app.inject('/books') // '[true,"","/books"]'
 */
export interface ReplyMembers<out App, out Request, out Config = unknown> extends CommonReplyMembers {
  /** The request of this reply. */
  readonly request: Request
  /** The app of the context that owns the route. */
  readonly server: App
  /** The options of the current route. */
  readonly routeOptions: RouteInfo<Config>
  /**
   * Takes over the raw response: nothing is sent automatically and no hook except `onResponse` runs.
   *
   * @example
   * app.get('/', (request, reply) => {
   *   reply.hijack()
   *   reply.raw.end('mine')
   * })
   * const { body } = await app.inject('/') // 'mine'
   */
  hijack(): this & PendingReply
}

/**
 * The reply of a route: `Code` is the status so far, `MediaType` the media type; `Extras` are the context's decorators.
 *
 * @example
 * app.get('/', (request, reply) => {
 *   reply.status(201).header('x-a', 'a').removeHeader('x-a').trailer('x-b', async () => '').removeTrailer('x-b')
 *   return reply.send([reply.hasHeader('x-a'), reply.hasTrailer('x-b')])
 * })
 * const { body } = await app.inject('/') // '[false,false]'
 */
// `in out` saves compile time: computing the variances takes longer than the rest of a completion in a handler.
export interface RouteReply<
  in out Responses,
  in out Code,
  in out MediaType,
  in out Schemas,
  in out Provider,
  out Config,
  out Extras,
  out App
> extends ReplyMembers<App, RequestMembers<App, Config>, Config>,
    // An async handler awaits the reply that it returns. This member makes an unsent reply resolve to a type that the compiler refuses.
    Awaitable<ReplyMembers<unknown, unknown>> {
  /**
   * Sets the status, which the response map must allow.
   *
   * @example
   * app.get('/', (request, reply) => reply.code(201).send('made'))
   * const { statusCode } = await app.inject('/') // 201
   */
  code<const Chosen extends StatusOf<Responses> | Refusal<OtherStatus>>(
    status: Chosen
  ): RouteReply<Responses, Chosen, never, Schemas, Provider, Config, Extras, App> & Extras
  /** Sets the status; the same as `code`. */
  status<const Chosen extends StatusOf<Responses> | Refusal<OtherStatus>>(
    status: Chosen
  ): RouteReply<Responses, Chosen, never, Schemas, Provider, Config, Extras, App> & Extras
  /**
   * Sets the content type. If the response map lists media types for the status, only these are allowed.
   *
   * @example
   * app.get('/', (request, reply) => reply.type('text/css').send('a {}'))
   * const { headers } = await app.inject('/')
   * headers['content-type'] // 'text/css'
   */
  type<const Chosen extends MediaTypeOf<Responses, Code>>(
    mediaType: Chosen
  ): RouteReply<Responses, Code, Chosen, Schemas, Provider, Config, Extras, App> & Extras
  // The result type is not `this`, because in a handler `this` includes `PendingReply`. A handler could then return the result of `header()`
  // without sending a response.
  /**
   * Sets a header; `set-cookie` accumulates. @throws ESP_ERR_REP_HEADER_PROMISE when the value is a promise.
   *
   * @example
   * app.get('/', (request, reply) => reply.header('set-cookie', 'a=1').header('set-cookie', 'b=2').send('ok'))
   * const { headers } = await app.inject('/')
   * headers['set-cookie'] // [ 'a=1', 'b=2' ]
   */
  header(
    name: string,
    value?: unknown
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /**
   * Sets several headers.
   *
   * @example
   * app.get('/', (request, reply) => reply.headers({ 'x-a': 'a', 'x-b': 'b' }).send('ok'))
   * const { headers } = await app.inject('/')
   * headers['x-b'] // 'b'
   */
  headers(
    values: Record<string, unknown>
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Removes a header. */
  removeHeader(name: string): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /**
   * Sets a synchronous function that serializes this payload instead of the schema.
   *
   * @example
   * app.get('/', (request, reply) => reply.serializer(({ name }) => `<${name}>`).send({ name: 'Ada' }))
   * const { body } = await app.inject('/') // '<Ada>'
   */
  serializer(
    serialize: PayloadSerializer
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /**
   * Sends a trailer after the body. @throws FST_ERR_BAD_TRAILER_NAME when the name is invalid or forbidden (RFC 9110 §6.5.1);
   * FST_ERR_BAD_TRAILER_VALUE when the value is no function.
   *
   * @example
   * app.get('/', (request, reply) => reply.trailer('x-length', async (reply, payload) => `${payload.length}`).send('four'))
   * const { trailers } = await app.inject('/') // { 'x-length': '4' }
   */
  trailer(
    name: string,
    value: TrailerFunction
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /** Removes a trailer. */
  removeTrailer(name: string): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /**
   * Sends 103 Early Hints (RFC 8297) if the hints include `link`, in lower or upper case. `callback` runs when the hints were written or dropped.
   *
   * @throws ESP_ERR_ARGUMENT_INVALID for a framing field; Node's errors for invalid headers, such as ERR_INVALID_CHAR.
   * @example
   * app.get('/', (request, reply) => reply.writeEarlyHints({ link: '</a.css>; rel=preload' }).send('ok'))
   * const { body } = await app.inject('/') // 'ok'
   */
  writeEarlyHints(
    hints: Record<string, string | string[]>,
    callback?: () => void
  ): RouteReply<Responses, Code, MediaType, Schemas, Provider, Config, Extras, App> & Extras
  /**
   * Sends a payload. Its type depends on the status and media type.
   *
   * @example
   * app.get('/', (request, reply) => reply.send({ a: 1 }))
   * const { body } = await app.inject('/') // '{"a":1}'
   */
  readonly send: Send<PayloadAt<Responses, Code, MediaType, Schemas, Provider>>
}

/** A reply of an unknown route: in hooks, error handlers and trailers. */
export interface AnyReply<out App = unknown, out Request = unknown>
  extends ReplyMembers<App, Request>,
    Awaitable<Sent> {
  /** Sets the status. @throws FST_ERR_BAD_STATUS_CODE when the status is not from 100 to 599. Sending throws it for 100 to 199. */
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
  /**
   * Sends a trailer after the body. @throws FST_ERR_BAD_TRAILER_NAME when the name is invalid or forbidden (RFC 9110 §6.5.1);
   * FST_ERR_BAD_TRAILER_VALUE when the value is no function.
   */
  trailer(name: string, value: TrailerFunction): this
  /** Removes a trailer. */
  removeTrailer(name: string): this
  /** Sends 103 Early Hints (RFC 8297) if the hints include `link`. */
  writeEarlyHints(hints: Record<string, string | string[]>, callback?: () => void): this
  /** Sends a payload; an error goes to the error handlers. A second call is logged and has no effect. */
  send(payload?: unknown): Sent
}

// A map with 200 is the common case, so it is tested first.
export type HandlerReturn<Responses, Schemas, Provider> = PlainStatus extends keyof Responses
  ? HandlerReply<EntryPayload<Responses[PlainStatus & keyof Responses], never, Schemas, Provider>>
  : Responses extends AnyResponse
    ? unknown
    : Answer<EntryPayload<EntryOf<Responses, PlainStatusOf<keyof Responses>>, never, Schemas, Provider>>

type Answer<Payload> = [Payload] extends [never] ? HandlerReply<Refusal<Undeclared>> : HandlerReply<Payload>

type HandlerReply<Payload> = Payload | Sent | Promise<Payload | Sent>
