// A route's declaration and its handler's arguments. At run time: src/tree/route-declaration.ts.
import type { HooksOption, RequestHooks, RequestIn } from './hook.ts'
import type { ChildLoggerOptions, LogBindings, Logger, LogSerializers } from './logger.ts'
import type { OutputProvider } from './provider.ts'
import type { AnyReply } from './reply.ts'
import type { Absent, ArrivedRequest } from './request.ts'
import type { ResponseMap } from './response.ts'
import type { SchemaErrorFormatter, SerializerCompiler } from './validator.ts'

/** The schemas of a route by part, and texts for documents. */
export interface RouteSchema<
  Params = object,
  Query = object,
  Headers = object,
  Body = object,
  Responses = ResponseMap
> {
  /** Schema of the path's parameters: a schema, only its properties, or a `$ref`. */
  params?: Params
  /** Schema of the query string. */
  querystring?: Query
  /** Another name of `querystring`; not together with it. */
  query?: Query
  /** Schema of the headers; names are compared in lower case. */
  headers?: Headers
  /** Schema of the body. */
  body?: Body
  /** Schemas of the answers by status (`200`), class (`'2xx'`) or `default`. */
  response?: Responses
  tags?: readonly string[]
  summary?: string
  description?: string
  security?: readonly object[]
  operationId?: string
  hide?: boolean
  deprecated?: boolean
  consumes?: readonly string[]
  produces?: readonly string[]
  externalDocs?: object
  callbacks?: object
  servers?: readonly object[]
  /** Schemas of cookies, only for documents: they are not validated. */
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

/** The route that `onRoute` gets. Changes to it take effect. */
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

/** Conditions beyond method and path. */
export interface RouteConstraints {
  /** A semantic version, matched against `Accept-Version`. */
  version?: string
  /** The `Host`, or a pattern of it. */
  host?: string | RegExp
  /** Conditions of added strategies. */
  [strategy: string]: unknown
}

/** A condition for routes that is derived from the request. */
export interface ConstraintStrategy {
  /** The key in a route's `constraints`. */
  name: string
  /** Makes the store of routes by the value of their constraint. */
  storage: () => { get(value: never): unknown; set(value: never, handler: never): void }
  /** Derives the value from Node's request. */
  deriveConstraint: (request: never, context: never, done: never) => unknown
  /** Whether a request with a value never matches routes without the constraint. Default: false. */
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

/** Options of a route without an effect on types. */
export interface RouteSettings<App> {
  /** Largest decoded body, in bytes; default: the app's. */
  bodyLimit?: number
  /**
   * How to handle an empty body with a content type: `'none'`, or `'parse'` by the parser of its type. Default: the app's, and `'none'` for an endpoint
   * without a body.
   */
  emptyBody?: 'none' | 'parse'
  /** In milliseconds until the response begins; 0 or `false` for no limit. Default: the app's. */
  handlerTimeout?: number | false
  /** In milliseconds until the response is complete, except event streams; 0 or `false` for no limit. Default: the app's. */
  answerTimeout?: number | false
  /** Conditions beyond method and path. */
  constraints?: RouteConstraints
  /** Whether a GET route answers HEAD too. */
  exposeHeadRoute?: boolean
  /** The paths of `/` under a prefix; `both` by default. */
  prefixTrailingSlash?: 'both' | 'slash' | 'no-slash'
  /** Level of the route's request logger; default: the context's. */
  logLevel?: string
  /** Serializers for its log lines, in addition to the app's. */
  logSerializers?: LogSerializers
  /** Makes the loggers of its requests; synchronous. */
  childLoggerFactory?: ChildLoggerFactory<App>
  /** Compiles its response schemas instead of the context's compiler. */
  serializerCompiler?: SerializerCompiler
  /** Makes the error of a failed validation; synchronous. */
  schemaErrorFormatter?: SchemaErrorFormatter<App>
}

/** The request of a route's hooks of one name, before validation: members of later guards may be missing. */
export type Raw<Name, App, Path extends string, Request> = ArrivedRequest<App, Path> & RequestIn<Name, Request>

/** The hooks of one name in a route. */
type HooksIn<
  Name extends keyof RequestHooks<unknown, unknown, unknown>,
  App,
  Path extends string,
  Request,
  Reply
> = HooksOption<RequestHooks<App, Raw<Name, App, Path, Request>, AnyReply<App> & Reply>[Name]>

/** The hooks of a route that cannot refine its request. */
// Takes buckets, not the argument types of hooks: those are computed only for the hooks that a route has.
export interface RouteHooks<App, Path extends string, Request, Reply> {
  /** Runs before the body is read; may return another stream to read. */
  preParsing?: HooksIn<'preParsing', App, Path, Request, Reply>
  /** Gets payloads before serialization; may return another. */
  preSerialization?: HooksIn<'preSerialization', App, Path, Request, Reply>
  /** Gets every response as text, bytes or stream before its head is written; may return another. */
  onSend?: HooksIn<'onSend', App, Path, Request, Reply>
  /** Runs when the response was written. */
  onResponse?: HooksIn<'onResponse', App, Path, Request, Reply>
  /** Runs before the error handlers, and cannot change the error. */
  onError?: HooksIn<'onError', App, Path, Request, Reply>
  /** Runs when the socket was silent for `connectionTimeout`. */
  onTimeout?: HooksIn<'onTimeout', App, Path, Request, Reply>
  /** Runs when the client disconnected before its response was complete. */
  onRequestAbort?: HooksIn<'onRequestAbort', App, Path, Request, Reply>
  /** Answers the errors of this route; errors that it throws go to the context's handler. */
  errorHandler?: (
    this: App,
    error: unknown,
    request: Raw<'onError', App, Path, Request>,
    reply: AnyReply<App> & Reply
  ) => unknown
}

/** The provider of a route: that of its context, unless its own validator has a typed result. */
export type RouteProvider<Provider, Output> = [Output] extends [Absent] ? Provider : OutputProvider<Output>
