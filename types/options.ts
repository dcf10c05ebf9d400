// The options of `espalier(options)`. Implementation: src/app.ts.
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

/** Makes an app. */
export type Espalier = (options?: ServerOptions) => NewApp<KeepHint, SchemaProvider>

type RootApp = App<Nothing, Nothing, Nothing, Nothing, Nothing, SchemaProvider>

/** The treatment of `__proto__` or `constructor.prototype` in JSON. */
export type PoisoningAction = 'error' | 'remove' | 'ignore'

/** A plugin of the validator, alone or with its options. */
// The parameters have the type `never`, so that functions with parameters of Ajv's types are accepted.
export type AjvPlugin =
  | ((ajv: never, options: never) => unknown)
  | readonly [(ajv: never, options: never) => unknown, unknown]

/**
 * Options of the built-in validator.
 *
 * @example
 * const onCreate = (ajv) => ajv.addFormat('shout', /^[A-Z]+$/)
 * const app = espalier({ ajv: { onCreate, plugins: [(ajv) => ajv.addKeyword('note')], customOptions: { allErrors: true } } })
 * app.get('/', { schema: { query: { n: Type.String({ format: 'shout', note: 'loud' }) } } }, () => 'ok')
 * const { statusCode } = await app.inject('/?n=a') // 400
 */
export interface AjvOptions {
  /** Options of Ajv, which override espalier's defaults of `coerceTypes`, `useDefaults` and `removeAdditional`. */
  customOptions?: Readonly<AjvCustomOptions>
  /** Plugins of Ajv 8, each alone or as `[plugin, options]`. */
  plugins?: readonly AjvPlugin[]
  /** Called with each Ajv instance that is made. */
  onCreate?: (ajv: Ajv) => void
  /**
   * Validates by JSON Type Definition (RFC 8927) instead of JSON Schema.
   *
   * @example
   * const app = espalier({ ajv: { mode: 'JTD' } })
   * app.post('/', { schema: { body: { properties: { n: { type: 'int8' } } } } }, () => 'ok')
   * const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: { n: 1000 } }) // 400
   */
  mode?: 'JTD'
}

/**
 * Options of the router.
 *
 * @example
 * const matching = { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, allowUnsafeRegex: true }
 * const more = { useSemicolonDelimiter: true, compile: true, buildPrettyMeta: () => ({}), constraints: {} }
 * const app = espalier({ routerOptions: { ...matching, ...more } }).get('/a/:b((c+)+)', ({ query }) => query)
 * const { body } = await app.inject('//A/c/;d=1') // '{"d":"1"}'
 * @example
 * const onBadUrl = (path, request, response) => response.end(path)
 * const routerOptions = { maxParamLength: 3, defaultRoute: () => {}, onBadUrl, onMaxParamLength: onBadUrl }
 * const { body } = await espalier({ routerOptions }).get('/:id', () => 'ok').inject('/1234') // '/1234'
 */
export interface RouterOptions {
  /** Whether `/a` and `/A` differ. Default: true. */
  caseSensitive?: boolean
  /** Whether `/a` and `/a/` are one route. Default: false. */
  ignoreTrailingSlash?: boolean
  /** Whether `//` counts as `/`. Default: false. */
  ignoreDuplicateSlashes?: boolean
  /** Longest path parameter, in characters. Default: 100. */
  maxParamLength?: number
  /** Whether patterns in paths may take exponential time. Default: false. */
  allowUnsafeRegex?: boolean
  /** Whether `;` begins the query. Default: false. */
  useSemicolonDelimiter?: boolean
  /**
   * Parses the query synchronously. Default: a flat object, with lists for repeated names.
   *
   * @example
   * const app = espalier({ routerOptions: { querystringParser: (text) => ({ text }) } })
   * app.get('/', ({ query }) => query)
   * const { body } = await app.inject('/?a=1') // '{"text":"a=1"}'
   */
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
  /** Whether the router, at the end of boot, generates code for matching. Default: false. */
  compile?: boolean
}

/** Which senders' forwarding headers are trusted: all, some addresses, or a function of the address and its distance in hops. */
export type TrustProxy = boolean | string | readonly string[] | ((address: string, hop: number) => boolean)

/**
 * Options of an app.
 *
 * @example
 * const limits = { connectionTimeout: 5000, keepAliveTimeout: 6000, requestTimeout: 7000, maxRequestsPerSocket: 9 }
 * const { timeout, headersTimeout } = espalier({ ...limits, http: { headersTimeout: 5000 } }).server
 * timeout === headersTimeout // true
 * @example
 * const onClose = { closeTimeout: 5000, forceCloseConnections: true, return503OnClosing: false }
 * const app = espalier({ ...onClose, answerTimeout: 60000, http2SessionTimeout: 5000, maxRequestsInFlight: 9 })
 * app.initialConfig.closeTimeout // 5000
 * @example
 * const app = espalier({ onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' })
 * app.post('/', ({ body }) => body)
 * const headers = { 'content-type': 'application/json' }
 * const { body } = await app.inject({ method: 'POST', url: '/', headers, payload: '{"a":1,"__proto__":2}' }) // '{"a":1}'
 */
export interface ServerOptions extends RouterOptionsAtTop {
  /** Options of Node's HTTP server, or of Node's HTTP/2 server if `http2` is set. */
  http?: HttpOptions | Http2Options | null
  /**
   * Options of TLS; `true` means `{}`.
   *
   * @example
   * const { Server } = await import('node:https')
   * espalier({ https: true }).server instanceof Server // true
   */
  https?: HttpsOptions | SecureServerOptions | true | null
  /**
   * Whether to use HTTP/2; with `https` over TLS. Default: false.
   *
   * @example espalier({ http2: true }).server.constructor.name // 'Http2Server'
   */
  http2?: boolean
  /** In milliseconds: how long an idle HTTP/2 session stays open. Default: 72000. */
  http2SessionTimeout?: number
  /**
   * Makes the server; the factory is responsible for its timeouts.
   *
   * @example
   * const { createServer } = await import('node:http')
   * espalier({ serverFactory: (handler) => createServer(handler) }).server.listening // false
   */
  serverFactory?: (handler: RequestListener, options: ServerOptions) => RawServer
  /** In milliseconds: how long a silent socket stays open. Default: 0, no limit. */
  connectionTimeout?: number
  /** In milliseconds: how long an idle connection stays open. Default: 72000. */
  keepAliveTimeout?: number
  /** In milliseconds: the limit for receiving a whole request; 0 is no limit. Default: 300000. */
  requestTimeout?: number
  /**
   * In milliseconds: the limit until a response begins; 0 is no limit. The default, 120000, may expire a second late and excludes the time in which
   * the body arrives. Under `compat: 'fastify'` the limit is until the response is complete; default: 0.
   *
   * @example
   * const app = espalier({ handlerTimeout: 10 })
   * app.get('/', () => new Promise(() => {}))
   * const { statusCode } = await app.inject('/') // 503
   */
  handlerTimeout?: number
  /** In milliseconds: the limit until a response is complete, except event streams; 0 is no limit. Default: 0. */
  answerTimeout?: number
  /** Requests per connection. Default: 0, no limit. */
  maxRequestsPerSocket?: number
  /** How many requests of one connection run at a time; 0 is no limit. Up to 768 KB of further requests are buffered. Default: 100. */
  maxRequestsInFlight?: number
  /**
   * Which connections end as soon as the app closes: `true` for all, `'idle'` for connections without a request, `false` for none. Default:
   * `'idle'` if the server supports it.
   */
  forceCloseConnections?: boolean | 'idle'
  /**
   * In milliseconds: how long streamed responses, hijacked replies and upgraded sockets may continue after `close()` is called. Their
   * `request.signal` aborts at the call, and event streams end. With 0 nothing aborts, and there is no limit. Default: 10000.
   */
  closeTimeout?: number
  /**
   * Largest decoded body, in bytes. Default: 1048576.
   *
   * @example
   * const app = espalier({ bodyLimit: 3 })
   * app.post('/', ({ body }) => body)
   * const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } }) // 413
   */
  bodyLimit?: number
  /**
   * How to handle an empty body with a content type. `'parse'` passes the body to the parser of its type, so that empty JSON is a 400. `'none'` means
   * no body. Default: `'parse'`, and `'none'` for endpoints without a body.
   *
   * @example
   * const app = espalier({ emptyBody: 'none' })
   * app.post('/', () => 'ok')
   * const headers = { 'content-type': 'application/json' }
   * const { statusCode } = await app.inject({ method: 'POST', url: '/', headers }) // 200
   */
  emptyBody?: 'none' | 'parse'
  /** How to handle `__proto__` in JSON bodies. Default: `'error'`, 400. */
  onProtoPoisoning?: PoisoningAction
  /** How to handle `constructor.prototype` in JSON bodies. Default: `'error'`, 400. */
  onConstructorPoisoning?: PoisoningAction
  /**
   * Whether and how to log. Default: false.
   *
   * @example espalier({ logger: { level: 'warn' } }).log.level // 'warn'
   */
  logger?: boolean | LoggerOptions
  /**
   * A ready logger; not together with `logger`.
   *
   * @example
   * const { log } = espalier({ logger: { level: 'warn' } })
   * espalier({ loggerInstance: log }).log.level // 'warn'
   */
  loggerInstance?: LoggerInstance | null
  /**
   * Writes the framework's own log lines: a `LogController`.
   *
   * @example
   * const logController = new LogController({ disableRequestLogging: true })
   * const { statusCode } = await espalier({ logController }).inject('/') // 404
   */
  logController?: object
  /** Omits the lines about requests. Default: false. Deprecated: an option of `LogController`. */
  disableRequestLogging?: boolean | ((request: RawRequest<RootApp>) => boolean)
  /** Key of the request's id in log lines. Default: `'reqId'`. Deprecated: an option of `LogController`. */
  requestIdLogLabel?: string
  /**
   * The header with a request's id; `true` means `request-id`. Default: false.
   *
   * @example
   * const app = espalier({ requestIdHeader: 'x-id' })
   * app.get('/', ({ id }) => id)
   * const { body } = await app.inject({ url: '/', headers: { 'x-id': 'a1' } }) // 'a1'
   */
  requestIdHeader?: boolean | string
  /** Makes the id of a request, synchronously. Default: `req-1`, `req-2`, … */
  genReqId?: (raw: IncomingMessage) => string
  /** Makes the logger of a request, synchronously. Default: a child of the app's logger, with the request's id. */
  childLoggerFactory?: ChildLoggerFactory<RootApp>
  /**
   * Which senders' `X-Forwarded-*` headers are trusted. Default: false, none.
   *
   * @example
   * const app = espalier({ trustProxy: '127.0.0.1' })
   * app.get('/', ({ ip }) => ip)
   * const { body } = await app.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.1' } }) // '192.0.2.1'
   */
  trustProxy?: TrustProxy
  /**
   * In milliseconds: the limit for loading each plugin, and for each application hook; 0 is no limit. `close()` warns about a late `onClose` hook and
   * still waits. Default: 10000.
   *
   * @example
   * const app = espalier({ pluginTimeout: 10 })
   * app.register(() => new Promise(() => {}))
   * await app.ready() // throws FST_ERR_PLUGIN_TIMEOUT
   */
  pluginTimeout?: number
  /**
   * Whether GET routes answer HEAD. Default: true.
   *
   * @example
   * const app = espalier({ exposeHeadRoutes: false })
   * app.get('/', () => 'ok')
   * app.hasRoute({ method: 'HEAD', url: '/' }) // false
   */
  exposeHeadRoutes?: boolean
  /** Whether requests that arrive during `close()` are answered 503. Default: true. */
  return503OnClosing?: boolean
  /**
   * Options of the built-in validator.
   *
   * @example
   * const app = espalier({ ajv: { customOptions: { coerceTypes: false } } })
   * app.get('/', { schema: { query: { n: Type.Integer() } } }, () => 'ok')
   * const { statusCode } = await app.inject('/?n=1') // 400
   */
  ajv?: AjvOptions
  /**
   * Options of fast-json-stringify.
   *
   * @example
   * const app = espalier({ serializerOpts: { rounding: 'ceil' } })
   * app.get('/', { schema: { response: { 200: Type.Integer() } } }, () => 1.2)
   * const { body } = await app.inject('/') // '2'
   */
  serializerOpts?: Readonly<SerializerOptions>
  /** Replaces how schemas are stored and compiled. */
  schemaController?: SchemaControllerOptions
  /** Makes the error of a failed validation, synchronously. */
  schemaErrorFormatter?: SchemaErrorFormatter<RootApp>
  /**
   * Answers requests that cannot be routed: a bad URL, an over-long parameter, a failed constraint. Default: the root's error handler, if any.
   *
   * @example
   * const app = espalier({ frameworkErrors: ({ code }, request, reply) => reply.code(404).send(code) })
   * const { body } = await app.inject('/%FF') // 'FST_ERR_BAD_URL'
   */
  frameworkErrors?: ((error: Error, request: RawRequest<RootApp>, reply: AnyReply<RootApp>) => unknown) | null
  /** Responds to bytes that are not valid HTTP. */
  clientErrorHandler?: (this: RootApp, error: Error & { code?: string }, socket: Duplex) => void
  /**
   * Changes the URL before routing, synchronously.
   *
   * @example
   * const app = espalier({ rewriteUrl: () => '/a' })
   * const { body } = await app.get('/a', ({ url }) => url).inject('/b') // '/a'
   */
  rewriteUrl?: (this: RootApp, raw: IncomingMessage) => string
  /**
   * Whether a context may set its error handler twice. Default: true.
   *
   * @example espalier({ allowErrorHandlerOverride: false }).setErrorHandler(() => 1).setErrorHandler(() => 2) // throws FST_ERR_ERROR_HANDLER_ALREADY_SET
   */
  allowErrorHandlerOverride?: boolean
  /**
   * Whether settings of a context also apply to routes declared before them, and to child contexts that have already loaded. Settings are the error
   * handler, schema error formatter, reply serializer, child logger factory, and compilers. Default: false, as in Fastify.
   *
   * @example
   * const app = espalier({ lateSettings: true })
   * app.get('/', () => { throw new Error('early') })
   * app.setErrorHandler(({ message }) => message)
   * const { body } = await app.inject('/') // 'early'
   */
  lateSettings?: boolean
  /**
   * How paths are matched.
   *
   * @example
   * const app = espalier({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } })
   * app.get('/a', () => 'ok')
   * const { statusCode } = await app.inject('/A/') // 200
   */
  routerOptions?: RouterOptions
  /**
   * Whether clients see the text of unexpected errors, that is, of errors without a status from 400 to 599. Default: true if `NODE_ENV` is
   * `development` or `test`, or is unset under Node's test runner; otherwise false.
   *
   * @example
   * const app = espalier({ exposeErrors: false })
   * app.get('/', () => { throw new Error('secret') })
   * const { message } = (await app.inject('/')).json() // 'Internal Server Error'
   */
  exposeErrors?: boolean
  /**
   * Whether a success status or media type that the response map does not declare is an error. Default: true.
   *
   * @example
   * const app = espalier({ strictResponses: false })
   * app.get('/', { schema: { response: { 200: Type.String() } } }, (request, reply) => reply.code(201).send('made'))
   * const { statusCode } = await app.inject('/') // 201
   */
  strictResponses?: boolean
  /**
   * Restores Fastify's behaviour in all differences.
   *
   * @example espalier({ compat: 'fastify' }).initialConfig.handlerTimeout // 0
   */
  compat?: 'fastify'
  /**
   * When validators and serializers are compiled: at boot, or `'lazy'`, at a route's first request. An invalid schema stops the start either way.
   * Default: `'boot'`, so that no request waits.
   *
   * @example
   * const app = espalier({ compile: 'lazy' })
   * app.get('/', { schema: { query: { n: { type: 'wrong' } } } }, () => 'ok')
   * await app.ready() // throws FST_ERR_SCH_VALIDATION_BUILD
   */
  compile?: 'lazy' | 'boot'
  /** The generated module that `espalier compile` writes. Its functions are used instead of compiling schemas at boot. */
  compiled?: CompiledSchemas | undefined
  /**
   * How requests over HTTP/1 are read.
   *
   * With `'auto'`, the default, espalier's faster parser reads ordinary requests that have arrived completely. At any other request, or when a
   * function needs Node's request or response (e.g. `request.raw`), Node reads the connection from then on. Node reads every connection if the app
   * has `http2`, `serverFactory`, or `IncomingMessage`, `ServerResponse` or `uniqueHeaders` in `http`.
   *
   * With `'stock'` Node reads every connection. The environment variable `ESPALIER_EXCHANGE=stock` chooses `'stock'` for every app of a process.
   *
   * @example
   * const { routes } = await espalier({ exchange: 'stock' }).get('/', () => 'ok').explain()
   * routes[0].exchange.reader // 'node'
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
  /** Missing if it is 0 under `compat: 'fastify'`. */
  readonly answerTimeout?: number
  /** Missing if it is 0 under `compat: 'fastify'`. */
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
