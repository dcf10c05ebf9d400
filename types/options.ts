// The options of `espalier(options)`. At run time: src/app.ts.

import type { ServerOptions as HttpOptions, IncomingMessage, RequestListener } from 'node:http'
import type { ServerOptions as Http2Options, SecureServerOptions } from 'node:http2'
import type { ServerOptions as HttpsOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import type { App } from './app.ts'
import type { KeepHint, NewApp } from './app-hint.ts'
import type { CompiledSchemas } from './compiled.ts'
import type { Nothing } from './context.ts'
import type { Ajv, AjvCustomOptions, SerializerOptions } from './engine.ts'
import type { RawServer } from './listen.ts'
import type { LoggerInstance, LoggerOptions } from './logger.ts'
import type { SchemaProvider } from './provider.ts'
import type { AnyReply } from './reply.ts'
import type { RawRequest } from './request.ts'
import type { ChildLoggerFactory, ConstraintStrategy } from './route.ts'
import type { SchemaControllerOptions, SchemaErrorFormatter } from './validator.ts'

/** The type of the function `espalier`. */
export type Espalier = (options?: ServerOptions) => NewApp<KeepHint, SchemaProvider>

type RootApp = App<Nothing, Nothing, Nothing, Nothing, Nothing, SchemaProvider>

/** The treatment of `__proto__` or `constructor.prototype` in JSON. */
export type PoisoningAction = 'error' | 'remove' | 'ignore'

/** A plugin of the validator, alone or with its options. */
// Ajv's plugins are functions with Ajv's own types.
export type AjvPlugin =
  | ((ajv: never, options: never) => unknown)
  | readonly [(ajv: never, options: never) => unknown, unknown]

/** Options of the built-in validator. */
export interface AjvOptions {
  /** Options of Ajv, which override `coerceTypes`, `useDefaults`, `removeAdditional`. */
  customOptions?: Readonly<AjvCustomOptions>
  /** Plugins of Ajv 8, each alone or as `[plugin, options]`. */
  plugins?: readonly AjvPlugin[]
  /** Called with each Ajv instance that is made. */
  onCreate?: (ajv: Ajv) => void
  /** Validates by JSON Type Definition (RFC 8927) instead of JSON Schema. */
  mode?: 'JTD'
}

/** Options of the router. */
export interface RouterOptions {
  /** Whether `/a` and `/A` differ. Default: true. */
  caseSensitive?: boolean
  /** Whether `/a` and `/a/` are one route. Default: false. */
  ignoreTrailingSlash?: boolean
  /** Whether `//` counts as `/`. Default: false. */
  ignoreDuplicateSlashes?: boolean
  /** Longest path parameter, in characters. Default: 100. */
  maxParamLength?: number
  /** Whether slow patterns in paths are allowed. Default: false. */
  allowUnsafeRegex?: boolean
  /** Whether `;` begins the query. Default: false. */
  useSemicolonDelimiter?: boolean
  /** Parses the query; synchronous. Default: a flat parser, lists for repeated names. */
  querystringParser?: (text: string) => Record<string, unknown>
  /** Constraint strategies by name, beside `version` and `host`. */
  constraints?: Record<string, ConstraintStrategy>
  /** Answers requests that match no route, with Node's objects and without hooks. Default: the not-found handlers. */
  defaultRoute?: (request: IncomingMessage, response: never) => void
  /** Answers paths that cannot be decoded. Default: 400, FST_ERR_BAD_URL. */
  onBadUrl?: (path: string, request: IncomingMessage, response: never) => void
  /** Answers parameters that are too long. Default: 414, FST_ERR_MAX_PARAM_LENGTH. */
  onMaxParamLength?: (path: string, request: IncomingMessage, response: never) => void
  /** Makes the data that `printRoutes` shows of a route. */
  buildPrettyMeta?: (route: never) => object
  /** Whether matchers are generated at the end of boot. Default: false. */
  compile?: boolean
}

/** The senders whose forwarding headers are trusted: all, some addresses, or by a function of address and hop. */
export type TrustProxy = boolean | string | readonly string[] | ((address: string, hop: number) => boolean)

/** Options of an app. */
export interface ServerOptions extends RouterOptionsAtTop {
  /** Options of Node's server: of HTTP, or with `http2` of HTTP/2. */
  http?: HttpOptions | Http2Options | null
  /** Options of TLS; `true` means `{}`. */
  https?: HttpsOptions | SecureServerOptions | true | null
  /** Whether to use HTTP/2; with `https` over TLS. Default: false. */
  http2?: boolean
  /** In milliseconds: when an idle HTTP/2 session is closed. Default: 72000. */
  http2SessionTimeout?: number
  /** Makes the server; the factory is responsible for its timeouts. */
  serverFactory?: (handler: RequestListener, options: ServerOptions) => RawServer
  /** In milliseconds: when a silent socket is closed. Default: 0, never. */
  connectionTimeout?: number
  /** In milliseconds: how long an idle connection stays open. Default: 72000. */
  keepAliveTimeout?: number
  /** In milliseconds: the limit for receiving a whole request; 0 is no limit. Default: 300000. */
  requestTimeout?: number
  /**
   * In milliseconds: the limit until a response begins; 0 is no limit. Default: 120000, exact to a second, without the time in which a body arrives.
   * Under `compat: 'fastify'` until the response is complete, and 0 by default.
   */
  handlerTimeout?: number
  /** In milliseconds: the limit until a response is complete, except event streams; 0 is no limit. Default: 0. */
  answerTimeout?: number
  /** Requests per connection. Default: 0, no limit. */
  maxRequestsPerSocket?: number
  /** How many requests of one connection run at a time; up to 768 KB of further ones are buffered. Default: 100; 0 is no limit. */
  maxRequestsInFlight?: number
  /** On close: `true` ends all connections, `'idle'` those without a request, `false` none at once. Default: `'idle'` if the server supports it. */
  forceCloseConnections?: boolean | 'idle'
  /**
   * On close, in milliseconds: when endless exchanges are ended, such as event streams, hijacked replies and upgraded sockets. Their `request.signal`
   * aborts as soon as closing begins. 0: `close()` waits for them. Default: 10000.
   */
  closeTimeout?: number
  /** Largest decoded body, in bytes. Default: 1048576. */
  bodyLimit?: number
  /**
   * How to handle an empty body with a content type. `'parse'` passes it to the parser of its type, so that empty JSON is a 400. `'none'` treats it as
   * no body. Default: `'parse'`, and `'none'` for endpoints without a body.
   */
  emptyBody?: 'none' | 'parse'
  /** How to handle `__proto__` in JSON bodies. Default: `'error'`, 400. */
  onProtoPoisoning?: PoisoningAction
  /** How to handle `constructor.prototype` in JSON bodies. Default: `'error'`, 400. */
  onConstructorPoisoning?: PoisoningAction
  /** Whether and how to log. Default: false. */
  logger?: boolean | LoggerOptions
  /** A ready logger; not together with `logger`. */
  loggerInstance?: LoggerInstance | null
  /** Writes the framework's own log lines: a `LogController`. */
  logController?: object
  /** Omits the lines about requests. Default: false. Deprecated: an option of `LogController`. */
  disableRequestLogging?: boolean | ((request: RawRequest<RootApp>) => boolean)
  /** Key of the request's id in log lines. Default: `'reqId'`. Deprecated: an option of `LogController`. */
  requestIdLogLabel?: string
  /** The header with a request's id; `true` means `request-id`. Default: false. */
  requestIdHeader?: boolean | string
  /** Makes the id of a request; synchronous. Default: `req-1`, `req-2`, … */
  genReqId?: (raw: IncomingMessage) => string
  /** Makes the logger of a request; synchronous. Default: a child of the app's with the request's id. */
  childLoggerFactory?: ChildLoggerFactory<RootApp>
  /** The senders whose `X-Forwarded-*` headers count. Default: false, none. */
  trustProxy?: TrustProxy
  /**
   * In milliseconds: the limit for loading a plugin, and for each hook of the app; 0 is no limit. `close()` warns about a late `onClose` hook and still
   * waits. Default: 10000.
   */
  pluginTimeout?: number
  /** Whether GET routes answer HEAD. Default: true. */
  exposeHeadRoutes?: boolean
  /** Whether requests that arrive during `close()` are answered 503. Default: true. */
  return503OnClosing?: boolean
  /** The built-in validator. */
  ajv?: AjvOptions
  /** Options of fast-json-stringify. */
  serializerOpts?: Readonly<SerializerOptions>
  /** Replaces how schemas are stored and compiled. */
  schemaController?: SchemaControllerOptions
  /** Makes the error of a failed validation; synchronous. */
  schemaErrorFormatter?: SchemaErrorFormatter<RootApp>
  /** Answers requests that cannot be routed: a bad URL, an over-long parameter, a failed constraint. Default: the root's error handler, if any. */
  frameworkErrors?: ((error: Error, request: RawRequest<RootApp>, reply: AnyReply<RootApp>) => unknown) | null
  /** Answers bytes that are not HTTP. */
  clientErrorHandler?: (this: RootApp, error: Error & { code?: string }, socket: Duplex) => void
  /** Changes the URL before routing; synchronous. */
  rewriteUrl?: (this: RootApp, raw: IncomingMessage) => string
  /** Whether a context may set its error handler twice. Default: true. */
  allowErrorHandlerOverride?: boolean
  /**
   * Whether settings of a context apply to its earlier routes, and to contexts that have loaded. Settings are the error handler, schema error
   * formatter, reply serializer, child logger factory, and compilers. Default: false, as in Fastify.
   */
  lateSettings?: boolean
  /** How paths are matched. */
  routerOptions?: RouterOptions
  /**
   * Whether clients see the text of unexpected errors, which are those without a status from 400 to 599. Default: true if `NODE_ENV` is `development`
   * or `test`, or is unset under Node's test runner; otherwise false.
   */
  exposeErrors?: boolean
  /** Whether a success status or media type that the response map does not declare is an error. Default: true. */
  strictResponses?: boolean
  /** Restores Fastify's behaviour in all differences. */
  compat?: 'fastify'
  /**
   * When validators and serializers are compiled: at boot, or `'lazy'`, at a route's first request. An invalid schema stops the start either way.
   * Default: `'boot'`, so that no request waits.
   */
  compile?: 'lazy' | 'boot'
  /** The module written by `espalier compile`, whose functions are used instead of compiling. */
  compiled?: CompiledSchemas | undefined
  /**
   * How requests over HTTP/1 are read.
   *
   * With `'auto'`, the default, espalier reads ordinary requests that have arrived completely, without objects of Node. A connection is handed to Node
   * for good at any other request, or when an exchange needs such an object. Node handles all connections of HTTP/2, of `serverFactory`, and with
   * message classes in `http`.
   *
   * With `'stock'` Node handles every connection. The environment variable `ESPALIER_EXCHANGE=stock` does so for every app of a process.
   */
  exchange?: 'auto' | 'stock'
}

/** Router options at the top level, deprecated. */
export interface RouterOptionsAtTop extends Omit<RouterOptions, 'compile'> {}

/** The members of `app.initialConfig`: the options with their defaults, frozen. */
export interface InitialConfig {
  readonly bodyLimit: number
  readonly connectionTimeout: number
  readonly keepAliveTimeout: number
  readonly requestTimeout: number
  readonly handlerTimeout: number
  /** Hidden if it is 0 under `compat: 'fastify'`. */
  readonly answerTimeout?: number
  /** Hidden if `compat: 'fastify'` disables it. */
  readonly closeTimeout?: number
  readonly maxRequestsPerSocket: number
  readonly maxRequestsInFlight: number
  readonly forceCloseConnections?: boolean | 'idle'
  readonly pluginTimeout: number
  readonly onProtoPoisoning: PoisoningAction
  readonly onConstructorPoisoning: PoisoningAction
  readonly disableRequestLogging: NonNullable<ServerOptions['disableRequestLogging']>
  readonly requestIdHeader: string | false
  readonly requestIdLogLabel: string
  readonly exposeHeadRoutes: boolean
  readonly return503OnClosing: boolean
  readonly allowErrorHandlerOverride: boolean
  /** Present only if given. */
  readonly http2?: boolean
  readonly http2SessionTimeout: number
  readonly https?: true | Readonly<{ allowHTTP1: boolean }>
  readonly caseSensitive: boolean
  readonly ignoreTrailingSlash: boolean
  readonly ignoreDuplicateSlashes: boolean
  readonly maxParamLength: number
  readonly allowUnsafeRegex: boolean
  readonly useSemicolonDelimiter: boolean
  /** The given `routerOptions`, with the defaults. */
  readonly routerOptions?: Readonly<RouterOptions>
}
