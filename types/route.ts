// Implementation: src/tree/route-declaration.ts.
import type { RouteContext } from './handler.ts'
import type { Guard, HooksOption, RequestHooks, RequestIn } from './hook.ts'
import type { ChildLoggerOptions, LogBindings, Logger, LogSerializers } from './logger.ts'
import type { OutputProvider } from './provider.ts'
import type { AnyReply } from './reply.ts'
import type { ArrivedRequest, Omitted } from './request.ts'
import type { ResponseMap } from './response.ts'
import type { SchemaErrorFormatter, SerializerCompiler } from './validator.ts'

/**
 * The schemas of a route's request parts and responses, and texts for OpenAPI documents.
 *
 * @example
 * const n = Type.Integer()
 * const schema = { params: { n }, query: { n }, headers: { n }, body: { n }, response: { 200: Type.Array(n) } }
 * app.post('/:n', { schema }, ({ params, query, headers, body }) => [params.n, query.n, headers.n, body.n])
 * const { body } = await app.inject({ method: 'POST', url: '/7?n=8', headers: { n: '9' }, payload: { n: '10' } }) // '[7,8,9,10]'
 */
export interface RouteSchema<
  Params = object,
  Query = object,
  Headers = object,
  Body = object,
  Responses = ResponseMap
> {
  /** Schema of the path's parameters: a schema, only its properties, or a `$ref`. */
  params?: Params
  /**
   * Schema of the query string.
   *
   * @example
   * app.get('/', { schema: { querystring: { n: Type.Integer() } } }, ({ query }) => query.n + 1)
   * const { body } = await app.inject('/?n=7') // '8'
   */
  querystring?: Query
  /** Another name of `querystring`; a schema has only one of them. */
  query?: Query
  /** Schema of the headers; names are compared in lower case. */
  headers?: Headers
  /** Schema of the body. */
  body?: Body
  /** Schemas of the responses by status (`200`), class (`'2xx'`) or `default`. */
  response?: Responses
  tags?: readonly string[]
  summary?: string
  description?: string
  security?: readonly object[]
  operationId?: string
  /**
   * @example
   * await app.get('/', { schema: { hide: true } }, () => 'ok').ready()
   * const { paths } = openapi(app, { info: { title: 'Books', version: '1' } }) // {}
   */
  hide?: boolean
  deprecated?: boolean
  consumes?: readonly string[]
  produces?: readonly string[]
  externalDocs?: object
  callbacks?: object
  servers?: readonly object[]
  /**
   * Schemas of cookies, only for OpenAPI documents: cookies are not validated.
   *
   * @example
   * await app.get('/', { schema: { cookies: { sid: Type.String() } } }, () => 'ok').ready()
   * openapi(app, { info: { title: 'Books', version: '1' } }).paths['/'].get.parameters[0].in // 'cookie'
   */
  cookies?: object
  [extension: `x-${string}`]: unknown
}

/** The value of a request's `routeOptions.config`: the route's `config`, its pattern and its methods. */
export interface RouteConfig {
  url: string
  method: string | string[]
}

/** The options of the current route, in `request.routeOptions`. */
export interface RouteInfo<Config = unknown> {
  method: string | string[] | undefined
  /** The route's pattern; `undefined` without a matching route. */
  url: string | undefined
  bodyLimit: number
  handlerTimeout: number | undefined
  attachValidation: boolean
  logLevel: string
  exposeHeadRoute: boolean
  prefixTrailingSlash: 'both' | 'slash' | 'no-slash'
  handler: unknown
  config: Config & RouteConfig
  schema: RouteSchema | undefined
  version: string | undefined
}

/** The route that an `onRoute` hook gets and may change. */
export interface RouteDeclaration {
  method: string | string[]
  url: string
  path: string
  routePath: string
  prefix: string
  handler: unknown
  schema?: RouteSchema
  config?: Record<string, unknown>
  constraints?: RouteConstraints
  bodyLimit?: number
  emptyBody?: 'none' | 'parse'
  handlerTimeout?: number | false
  answerTimeout?: number | false
  attachValidation?: boolean
  exposeHeadRoute?: boolean
  logLevel?: string
  /** Options that plugins define. */
  [option: string]: unknown
}

/**
 * Conditions beyond method and path.
 *
 * @example
 * app.get('/', { constraints: { version: '2.1.0', host: 'localhost:80' } }, () => 'two')
 * const { body } = await app.inject({ url: '/', headers: { 'accept-version': '2.x' } }) // 'two'
 */
export interface RouteConstraints {
  /** A semantic version, matched against `Accept-Version`. */
  version?: string
  /** The header `Host`, or a pattern for it. */
  host?: string | RegExp
  /** The values of constraints that `addConstraintStrategy` added. */
  [strategy: string]: unknown
}

/**
 * A condition for routes that is derived from the request.
 *
 * @example
 * const tenant = { name: 'tenant', storage: () => new Map(), deriveConstraint: () => 'a' }
 * app.addConstraintStrategy({ ...tenant, validate: () => {}, mustMatchWhenDerived: true })
 * const { statusCode } = await app.get('/', () => 'ok').inject('/') // 404
 */
export interface ConstraintStrategy {
  /** The key in a route's `constraints`. */
  name: string
  /** Makes the store that finds routes by the value of the constraint. */
  storage: () => { get(value: never): unknown; set(value: never, handler: never): void }
  /** Returns the value for a request, from Node's request object. */
  deriveConstraint: (request: never, context: never, done: never) => unknown
  /** Whether requests for which `deriveConstraint` returns a value match only routes with this constraint. Default: false. */
  mustMatchWhenDerived?: boolean
  /** Throws when a route's value is invalid. */
  validate?: (value: unknown) => void
}

/** Makes the logger of one request. */
export type ChildLoggerFactory<App> = (
  this: App,
  logger: Logger,
  bindings: LogBindings,
  options: ChildLoggerOptions,
  raw: never
) => Logger

/**
 * Options of a route that do not change the types of its handler.
 *
 * @example
 * const settings = { prefixTrailingSlash: 'no-slash', exposeHeadRoute: false, logLevel: 'warn', logSerializers: {}, constraints: {} }
 * app.register(async (child) => child.get('/', settings, () => 'ok'), { prefix: '/v1' })
 * const { statusCode } = await app.inject('/v1/') // 404
 */
export interface RouteSettings<Context extends RouteContext> {
  /** Largest decoded body, in bytes; default: the app's. */
  bodyLimit?: number
  /**
   * How to handle an empty body with a content type: `'none'`, or `'parse'` by the parser of its type. Default: the app's, and `'none'` for an
   * endpoint without a body.
   */
  emptyBody?: 'none' | 'parse'
  /** In milliseconds: the limit until the response begins; 0 or `false` for none. Default: the app's. */
  handlerTimeout?: number | false
  /** In milliseconds: the limit until the response is complete, except event streams; 0 or `false` for none. Default: the app's. */
  answerTimeout?: number | false
  /** Conditions beyond method and path. */
  constraints?: RouteConstraints
  /** Whether a GET route answers HEAD too. */
  exposeHeadRoute?: boolean
  /** The path of a route `/` below the prefix `/a`: `/a/` (`slash`), `/a` (`no-slash`) or both. Default: `both`. */
  prefixTrailingSlash?: 'both' | 'slash' | 'no-slash'
  /** Level of the route's request logger; default: the context's. */
  logLevel?: string
  /** Serializers for the log lines of the route's requests, in addition to the app's. */
  logSerializers?: LogSerializers
  /** Makes the loggers of the route's requests, synchronously. */
  childLoggerFactory?: ChildLoggerFactory<Context['app']>
  /** Replaces the context's serializer compiler for this route. */
  serializerCompiler?: SerializerCompiler
  /** Makes the error of a failed validation, synchronously. */
  schemaErrorFormatter?: SchemaErrorFormatter<Context['app']>
}

// Guards at later hooks have not run yet, so their members may be missing.
export type Raw<Name, App, Path extends string, Request> = ArrivedRequest<App, Path> & RequestIn<Name, Request>

type HooksIn<
  Name extends keyof RequestHooks<unknown, unknown, unknown>,
  Context extends RouteContext,
  Path extends string,
  Other = never
> = HooksOption<
  | RequestHooks<
      Context['app'],
      Raw<Name, Context['app'], Path, Context['request']>,
      AnyReply<Context['app']> & Context['reply']
    >[Name]
  | Other
>

export interface RouteHooks<Context extends RouteContext, Path extends string> {
  /**
   * Runs before the body is read; may return another stream to read. Unlike a guard at `onRequest`, a guard at this hook adds no types to the
   * request.
   */
  preParsing?: HooksIn<'preParsing', Context, Path, Guard<RequestIn<'preParsing', Context['request']>, unknown>>
  /** Gets payloads before serialization; may return another payload. */
  preSerialization?: HooksIn<'preSerialization', Context, Path>
  /** Gets every response as text, bytes or stream before its head is written; may return another payload. */
  onSend?: HooksIn<'onSend', Context, Path>
  /** Runs when the response was written. */
  onResponse?: HooksIn<'onResponse', Context, Path>
  /** Runs before the error handlers, and cannot change the error. */
  onError?: HooksIn<'onError', Context, Path>
  /** Runs when the socket was silent for `connectionTimeout`. */
  onTimeout?: HooksIn<'onTimeout', Context, Path>
  /** Runs when the client disconnected before its response was complete. */
  onRequestAbort?: HooksIn<'onRequestAbort', Context, Path>
  /** Answers the errors of this route. If it throws, the context's error handler gets the error. */
  errorHandler?: (
    this: Context['app'],
    error: unknown,
    request: Raw<'onError', Context['app'], Path, Context['request']>,
    reply: AnyReply<Context['app']> & Context['reply']
  ) => unknown
}

// The context's provider, unless the route's `validatorCompiler` has a typed result.
export type RouteProvider<Provider, Output> = [Output] extends [Omitted] ? Provider : OutputProvider<Output>
