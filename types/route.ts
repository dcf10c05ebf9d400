// A route's declaration and what its handler is called with. Twin: src/tree/route-declaration.ts.
import type { HooksOption, RequestHooks, RequestIn } from './hook.ts'
import type { ChildLoggerOptions, LogBindings, Logger, LogSerializers } from './logger.ts'
import type { OutputProvider } from './provider.ts'
import type { AnyReply } from './reply.ts'
import type { Absent, ArrivedRequest } from './request.ts'
import type { ResponseMap } from './response.ts'
import type { SchemaErrorFormatter, SerializerCompiler } from './validator.ts'

/** The schemas of a route by part, beside what documentation generators read. */
export interface RouteSchema<
  Params = object,
  Query = object,
  Headers = object,
  Body = object,
  Responses = ResponseMap
> {
  /** Schema of the path's parameters: a schema, its properties alone, or a `$ref`. */
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
  /** Schemas of cookies, for documents alone: nothing validates them. */
  cookies?: object
  [extension: `x-${string}`]: unknown
}

/** The value of a request's `routeOptions.config`: the route's `config`, its pattern and its methods. */
export interface RouteConfig {
  url: string
  method: string | string[]
}

/** The options of the route that is answering, as `request.routeOptions` shows them. */
export interface RouteInfo<Config = unknown> {
  method: string | string[] | undefined
  /** The route's pattern; `undefined` where no route matched. */
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

/** A route as `onRoute` sees it: live, so that changes take effect. */
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
  /** Conditions of strategies that were added. */
  [strategy: string]: unknown
}

/** A condition of routes that is derived from the request. */
export interface ConstraintStrategy {
  /** The key in a route's `constraints`. */
  name: string
  /** Makes where routes are kept by the value that their constraint has. */
  storage: () => { get(value: never): unknown; set(value: never, handler: never): void }
  /** Takes the value from Node's request. */
  deriveConstraint: (request: never, context: never, done: never) => unknown
  /** Whether a request that has a value never reaches routes without the constraint. Default: false. */
  mustMatchWhenDerived?: boolean
  /** Throws when a route's value is wrong. */
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

/** Options of a route that say nothing about types. */
export interface RouteSettings<App> {
  /** Largest decoded body, in bytes; default: the app's. */
  bodyLimit?: number
  /**
   * The treatment of an empty body with a content type: `'none'`, or `'parse'` by the parser of its type. Default: the app's, and `'none'` for an
   * endpoint without a body.
   */
  emptyBody?: 'none' | 'parse'
  /** Milliseconds until the answer begins; 0 or `false` for no limit. Default: the app's. */
  handlerTimeout?: number | false
  /** Milliseconds until the answer is complete, unless it is an event stream; 0 or `false` for no limit. Default: the app's. */
  answerTimeout?: number | false
  /** Conditions beyond method and path. */
  constraints?: RouteConstraints
  /** Whether a GET route answers HEAD too. */
  exposeHeadRoute?: boolean
  /** Which paths `/` under a prefix stands for; `both` by default. */
  prefixTrailingSlash?: 'both' | 'slash' | 'no-slash'
  /** Level of the route's request logger; default: the context's. */
  logLevel?: string
  /** Serializers of its lines, beside the app's. */
  logSerializers?: LogSerializers
  /** Makes the loggers of its requests; synchronous. */
  childLoggerFactory?: ChildLoggerFactory<App>
  /** Compiles its response schemas instead of the context's compiler. */
  serializerCompiler?: SerializerCompiler
  /** Makes the error of a failed validation; synchronous. */
  schemaErrorFormatter?: SchemaErrorFormatter<App>
}

/** The request of a route's hooks of one name, before validation: what later guards of the context promise may still be missing. */
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
// Takes the buckets and not the types that hooks are called with: those are computed for the hooks that a route has.
export interface RouteHooks<App, Path extends string, Request, Reply> {
  /** Runs before the body is read; may return another stream to read. */
  preParsing?: HooksIn<'preParsing', App, Path, Request, Reply>
  /** Sees payloads that will be serialized; may return another. */
  preSerialization?: HooksIn<'preSerialization', App, Path, Request, Reply>
  /** Sees every answer as text, bytes or stream before its head is written; may return another. */
  onSend?: HooksIn<'onSend', App, Path, Request, Reply>
  /** Runs when the answer has been written. */
  onResponse?: HooksIn<'onResponse', App, Path, Request, Reply>
  /** Looks on before the error handlers. */
  onError?: HooksIn<'onError', App, Path, Request, Reply>
  /** Runs when the socket was silent for `connectionTimeout`. */
  onTimeout?: HooksIn<'onTimeout', App, Path, Request, Reply>
  /** Runs when the client left before its answer was complete. */
  onRequestAbort?: HooksIn<'onRequestAbort', App, Path, Request, Reply>
  /** Answers the errors of this route; what it throws goes to the context's handler. */
  errorHandler?: (
    this: App,
    error: unknown,
    request: Raw<'onError', App, Path, Request>,
    reply: AnyReply<App> & Reply
  ) => unknown
}

/** The provider of a route: that of its context, unless its own validator states what it returns. */
export type RouteProvider<Provider, Output> = [Output] extends [Absent] ? Provider : OutputProvider<Output>
