// The request that a handler and the hooks read. Before validation its parts are raw; after validation they have the types of their schemas.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TSchema } from '@sinclair/typebox'
import type { ValidationError } from './error.ts'
import type { Logger } from './logger.ts'
import type { Untyped } from './part-schema.ts'
import type { PathParams } from './path.ts'
import type { Missing, TypeProvider, Validated } from './provider.ts'
import type { RouteInfo } from './route.ts'
import type { Fields, Infer, InferProperties, InferShorthand, ObjectSchema } from './schema.ts'
import type { Referenced } from './shared-schema.ts'
import type { SchemaPart, ValidationFunction } from './validator.ts'

// Stands for an option that a route lacks, such as the schema of its body.
export type Omitted = undefined

/**
 * Members of a request that are the same in every context.
 *
 * @example
 * app.get('/a', ({ method, url, originalUrl, ip, ips, host, hostname, port, protocol }) => [method, url, originalUrl, ip, ips, host, hostname, port, protocol])
 * const { body } = await app.inject('/a?b=1') // '["GET","/a?b=1","/a?b=1","127.0.0.1",null,"localhost:80","localhost",80,"http"]'
 * @example
 * app.get('/', ({ raw, socket, log, id, signal, lastEventId, mediaType, is404 }) => {
 *   return [raw.httpVersion, socket.remoteAddress, typeof log.info, id, signal.aborted, lastEventId, mediaType, is404]
 * })
 * const { body } = await app.inject('/') // '["1.1","127.0.0.1","function","req-1",false,null,null,false]'
 * @example
 * app.decorateRequest('tenant', '').addHook('onRequest', async (request) => request.setDecorator('tenant', 'a'))
 * const { body } = await app.get('/', (request) => request.getDecorator('tenant')).inject('/') // 'a'
 * @example
 * const schema = { type: 'integer' }
 * app.get('/', (request) => {
 *   const isValid = request.compileValidationSchema(schema)
 *   return [isValid('x'), request.getValidationFunction(schema) === isValid, request.validateInput(7, schema)]
 * })
 * const { body } = await app.inject('/') // '[false,true,true]'
 */
// Separate from `RequestMembers`, whose members the compiler instantiates for every request.
interface CommonRequestMembers {
  /** Identifies the request in logs: from `requestIdHeader`, or made by `genReqId`. A hook may change the id for later log lines. */
  id: string
  /** Node's request. Over HTTP/2 it is the request of Node's compatibility API. */
  raw: IncomingMessage
  /** Writes log lines with the request's id. A hook may replace the logger, for example by `request.log.child({ tenant })`. */
  log: Logger
  /** The connection; a fake in a request by `inject`. */
  readonly socket: Socket
  /** The method, in upper case. */
  readonly method: string
  /** Path and query, after `rewriteUrl`. */
  readonly url: string
  /** Path and query as they arrived. */
  readonly originalUrl: string
  /** The client's address, as a trusted proxy reports it. `undefined` on a Unix socket, and when the client has disconnected. */
  readonly ip: string | undefined
  /**
   * With `trustProxy`: the addresses from the nearest proxy to the client. The first address is `undefined` on a Unix socket, and when the client has
   * disconnected.
   */
  readonly ips: (string | undefined)[] | undefined
  /** Host and port, from the client or a trusted proxy. */
  readonly host: string
  /** Host without its port; an IPv6 address keeps its brackets. */
  readonly hostname: string
  /** The port in `host`; `null` if `host` has no port. */
  readonly port: number | null
  /** The scheme of the connection, or the scheme that a trusted proxy reports. */
  readonly protocol: 'http' | 'https'
  /** The content type without parameters, such as `application/json`; `undefined` if it is missing or invalid. */
  readonly mediaType: string | undefined
  /** Whether no route matched. */
  readonly is404: boolean
  /**
   * Aborts when the client disconnects before the response is complete, and when `handlerTimeout` or `answerTimeout` expires. When the app closes,
   * the signal aborts with `ESP_ERR_APP_CLOSING`: at once if the response has begun, otherwise after `closeTimeout`. After a complete response it
   * never aborts.
   */
  readonly signal: AbortSignal
  /**
   * The header `Last-Event-ID`: the last event id that a reconnecting client received; `undefined` without the header. A generator continues after
   * this event. The value comes from the client, so it may be any text.
   */
  readonly lastEventId: string | undefined
  /** Returns a decorator's value; a function is bound to this request. @throws FST_ERR_DEC_UNDECLARED for an undeclared name. */
  getDecorator<Value = unknown>(name: string | symbol): Value
  /** Sets a declared decorator. @throws FST_ERR_DEC_UNDECLARED for an undeclared name. */
  setDecorator<Value = unknown>(name: string | symbol, value: Value): void
  /** Returns the validator that was compiled for a part or a schema; `undefined` if none was compiled. */
  getValidationFunction(partOrSchema: SchemaPart | object): ValidationFunction | undefined
  /** Compiles a schema once per route and returns its validator. */
  compileValidationSchema(schema: object, part?: SchemaPart): ValidationFunction
  /** Validates `data` by a schema or a part's schema. @throws FST_ERR_REQ_INVALID_VALIDATION_INVOCATION if the part has none. */
  validateInput(data: unknown, partOrSchema: SchemaPart | object, part?: SchemaPart): boolean
}

/**
 * Every member of a request except `params`, `query`, `headers` and `body`.
 *
 * @example
 * app.get('/books', ({ server, routeOptions }) => [server.prefix, routeOptions.url])
 * const { body } = await app.inject('/books') // '["","/books"]'
 */
export interface RequestMembers<out App, out Config = unknown> extends CommonRequestMembers {
  /** The app of the context that owns the route. */
  readonly server: App
  /** The options of the current route. */
  readonly routeOptions: RouteInfo<Config>
}

/** A request before validation: in early hooks and error handlers. */
export interface RawRequest<out App = unknown> extends RequestMembers<App> {
  params: unknown
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError?: ValidationError | undefined
}

// The type parameter is the path and not its parameters: the compiler computes the parameters only if a hook reads `params`.
export interface ArrivedRequest<out App, Path extends string> extends RequestMembers<App> {
  params: PathParams<Path>
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError?: ValidationError | undefined
}

/** The request of a route without schemas. */
export interface PlainRequest<Path extends string, out App> extends RequestMembers<App> {
  params: PathParams<Path>
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError?: undefined
}

/** The schemas of a route's request parts. */
export interface RouteParts<out Params = unknown, out Query = unknown, out Headers = unknown, out Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly headers: Headers
  readonly body: Body
}

/**
 * A request whose `params`, `query`, `headers` and `body` have the types of the route's schemas.
 *
 * @example
 * app.post('/:id', ({ params, query, headers, body, validationError }) => [params.id, query, headers.host, body, validationError])
 * const { body } = await app.inject({ method: 'POST', url: '/7?a=1', payload: { b: 2 } }) // '["7",{"a":"1"},"localhost:80",{"b":2},null]'
 */
// The path comes first, because compiler messages omit later type arguments.
export interface RouteRequest<Path extends string, Parts extends RouteParts, Schemas, Provider, out Config, out App>
  extends RequestMembers<App, Config> {
  /** The path's parameters: strings, or the values of their schema. */
  params: Parts['params'] extends Omitted ? PathParams<Path> : PartOf<Parts['params'], unknown, Schemas, Provider>
  /** The query string; `unknown` without a schema. */
  query: PartOf<Parts['query'], unknown, Schemas, Provider>
  /** The headers, names in lower case. */
  headers: HeadersOf<PartOf<Parts['headers'], Omitted, Schemas, Provider>>
  /** The parsed body; `unknown` without a schema. A missing body is `undefined` if the schema admits `null`. */
  body: PartOf<Parts['body'], unknown, Schemas, Provider>
  readonly validationError?: undefined
}

// With `attachValidation`, the request parts have unknown types until `validationError` has been checked.
export type AttachedRequest<Path extends string, Parts extends RouteParts, Schemas, Provider, Config, App> =
  | RouteRequest<Path, Parts, Schemas, Provider, Config, App>
  | RefusedRequest<App, Config>

export interface RefusedRequest<App, Config = unknown> extends RequestMembers<App, Config> {
  params: unknown
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError: ValidationError
}

export type PartOf<Schema, Otherwise, Schemas, Provider> = Schema extends Omitted
  ? Otherwise
  : Provider extends TypeProvider
    ? Validated<Provider, Schema>
    : Schema extends ObjectSchema
      ? InferProperties<Schema['properties'], Schemas>
      : Schema extends { readonly $ref: infer Ref extends string }
        ? Infer<Referenced<Schemas, Ref>, Schemas>
        : Schema extends TSchema
          ? Infer<Schema, Schemas> | Missing<Schema['static']>
          : Schema extends Fields
            ? InferShorthand<Schema, Schemas>
            : Untyped<Schema>

// Header names arrive in lower case, even if the schema has other spellings.
type HeadersOf<Headers> = Headers extends Omitted
  ? IncomingHttpHeaders
  : { [Name in keyof Headers as Name extends string ? Lowercase<Name> : never]: Headers[Name] } & {
      [name: string]: string | string[] | undefined
    }
