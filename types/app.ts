// The type of an app. A declaration such as `decorate` returns the same object with a wider type. `Now` has the decorators declared so far.
// `Loaded` also has the decorators of registered plugins that have not loaded yet. Implementation: src/app.ts, src/tree/.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContentTypeParser, ParserInput, ParserOptions, StreamParser } from './content-type-parser.ts'
import type { BucketOf, BucketOr, Marked, Nothing, Receiver, Shape } from './context.ts'
import type { Declaring } from './declare.ts'
import type { AnyEndpoint, EndpointInput, EndpointResponse, InjectedEndpoint, WithoutInput } from './endpoint.ts'
import type { Explaining } from './explain.ts'
import type { FoundRoute, PrintOptions, RouteQuery } from './find-route.ts'
import type { RouteContext } from './handler.ts'
import type { InjectCallback, InjectChain, InjectOptions, InjectResponse } from './inject.ts'
import type { Living } from './life.ts'
import type { Listened, Listening, ListenOptions, RawServer, WithoutCallback } from './listen.ts'
import type { Logger } from './logger.ts'
import type { NotFoundHandler, NotFoundHooks } from './not-found.ts'
import type { InitialConfig } from './options.ts'
import type { SchemaLibrary, SchemaProvider, TypeProvider, UnplacedProvider } from './provider.ts'
import type { Refusal } from './refusal.ts'
import type { AnyReply } from './reply.ts'
import type { RequestMembers } from './request.ts'
import type { ChildLoggerFactory, ConstraintStrategy } from './route.ts'
import type {
  ReplySerializer,
  SchemaControllerOptions,
  SchemaErrorFormatter,
  SerializerCompiler,
  ValidatorCompiler
} from './validator.ts'

/** An app whose plugins have loaded: the result of `espalier()`, or an awaited app. */
export type App<
  Now = Nothing,
  Loaded = Now,
  Request = Nothing,
  Reply = Nothing,
  Schemas = Nothing,
  Provider = SchemaProvider
> = Now & AppMembers<Now, Loaded, Request, Reply, Schemas, Provider>

/** An app with plugins that may not have loaded yet. `await app` loads these plugins and returns the app with their decorators. */
export type AppToAwait<Now, Loaded, Request, Reply, Schemas, Provider> = App<
  Now,
  Loaded,
  Request,
  Reply,
  Schemas,
  Provider
> &
  PromiseLike<App<Loaded, Loaded, Request, Reply, Schemas, Provider>>

/** An app with at least the given decorators and schemas: the parameter type of a function that takes an app. */
export type AppOf<Given extends Shape = Nothing> = App<
  BucketOf<Given, 'app'>,
  BucketOf<Given, 'app'>,
  BucketOf<Given, 'request'>,
  BucketOf<Given, 'reply'>,
  BucketOf<Given, 'schemas'>,
  UnplacedProvider
>

/** The app that handlers and hooks of a context have as `this`. */
export type Here<Loaded, Request, Reply, Schemas, Provider> = App<Loaded, Loaded, Request, Reply, Schemas, Provider>

/**
 * Every member of an app except its decorators.
 *
 * @example
 * app.get('/:id', () => 'ok')
 * const route = { method: 'GET', url: '/7' }
 * app.hasRoute(route) || app.findRoute(route).params.id // '7'
 * app.printRoutes().includes(':id') && app.supportedMethods.includes('QUERY') // true
 * app.hasDecorator('a') || app.hasRequestDecorator('a') || app.hasReplyDecorator('a') || app.hasConstraintStrategy('a') // false
 * app.hasPlugin('a') || app.printPlugins().includes('plugin') || app.pluginName === 'a' // false
 * @example
 * app.removeContentTypeParser('text/plain')
 * app.hasContentTypeParser('text/plain') // false
 * app.removeAllContentTypeParsers()
 * app.addContentTypeParser('text/csv', { parseAs: 'string' }, app.defaultTextParser).hasContentTypeParser('text/csv') // true
 * @example
 * app.prefix || app.server.listening || app.initialConfig.bodyLimit // 1048576
 * app.log.level // 'silent'
 * app.version[0] // '5'
 */
export interface AppMembers<out Now, out Loaded, out Request, out Reply, out Schemas, out Provider>
  extends Declaring,
    Explaining,
    Living {
  // Repeats the members of `Receiver` and `Routing`, because `extends` would cost each plugin 175 instantiations. These members come first, because
  // a compiler message about two apps shows only their first difference.
  readonly ' context': {
    readonly app: Loaded
    readonly request: Request
    readonly reply: Reply
    readonly schemas: Schemas
  }
  readonly ' line': readonly [now: Now, provider: Provider]
  readonly ' route': RouteContext<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply, Schemas, Provider>

  /** Whether this context has a decorator of the app. */
  hasDecorator(name: string | symbol): boolean
  /** Whether this context has a decorator of requests. */
  hasRequestDecorator(name: string | symbol): boolean
  /** Whether this context has a decorator of replies. */
  hasReplyDecorator(name: string | symbol): boolean

  // Plugins

  /** Whether a plugin of this name was registered in this context or a parent context. */
  hasPlugin(name: string): boolean
  /**
   * Waits until all plugins registered so far have loaded. Rejects with the error of a plugin.
   *
   * @example
   * app.register(async (child) => child.get('/', () => 'ok'))
   * await app.after()
   * app.hasRoute({ method: 'GET', url: '/' }) // true
   */
  after(): AppToAwait<Now, Loaded, Request, Reply, Schemas, Provider>
  after(listener: (error: Error | null) => unknown): this
  /**
   * Loads the plugins and compiles the routes, once for all callers. Nothing can be declared afterwards.
   *
   * @throws the error of a plugin or `onReady`, and codes of schemas that do not compile; FST_ERR_PLUGIN_TIMEOUT when a plugin takes longer than
   * `pluginTimeout`; FST_ERR_REOPENED_CLOSE_SERVER when the app was closed before.
   *
   * @example
   * app.register(async () => { throw new RangeError('no') })
   * await app.ready() // throws RangeError
   */
  ready(): Promise<Here<Loaded, Request, Reply, Schemas, Provider>>
  ready(listener: (error: Error | null) => unknown): this

  // Routes

  /** Whether a route with exactly this pattern was declared. */
  hasRoute(query: RouteQuery): boolean
  /** Finds the route that a path would reach. */
  findRoute(query: RouteQuery): FoundRoute | null
  /**
   * Adds a method that Node parses, and its shorthand on the app. Requests have a body if `hasBody` is true (default: false).
   *
   * @example
   * app.addHttpMethod('MKCOL').mkcol('/', () => 'made')
   * const { body } = await app.inject({ method: 'MKCOL', url: '/' }) // 'made'
   */
  addHttpMethod(name: string, options?: { hasBody?: boolean; overrideExisting?: boolean }): this
  /** The HTTP methods that routes may have. */
  readonly supportedMethods: string[]

  // Hooks

  /**
   * Adds an `onClose` hook, which runs when the server has closed.
   *
   * @example
   * await app.onClose((closing) => { closing.log.info('closed') }).close()
   * app.state // 'closed'
   */
  onClose(
    hook: (app: Here<Loaded, Request, Reply, Schemas, Provider>, done: (error?: Error | null) => void) => unknown
  ): this

  // Schemas

  /**
   * Returns the shared schemas of this context and its parent contexts, by `$id`.
   *
   * @example app.addSchema({ $id: 'id', type: 'integer' }).getSchemas() // { id: { '$id': 'id', type: 'integer' } }
   */
  getSchemas(): Schemas & Record<string, object>
  /** The compiler that `setValidatorCompiler` set in this context or a parent context. */
  readonly validatorCompiler: ValidatorCompiler | undefined
  /** The compiler that `setSerializerCompiler` set in this context or a parent context. */
  readonly serializerCompiler: SerializerCompiler | undefined
  /**
   * Replaces the validator compiler of this context and its child contexts.
   *
   * @example
   * app.setValidatorCompiler(({ schema }) => (data) => data.n < schema.below)
   * app.get('/', { schema: { query: { below: 5 } } }, () => 'ok')
   * const { statusCode } = await app.inject('/?n=7') // 400
   */
  setValidatorCompiler(compiler: ValidatorCompiler): this
  /**
   * Replaces the serializer compiler of this context and its child contexts.
   *
   * @example
   * app.setSerializerCompiler(() => ({ name }) => `<${name}>`)
   * app.get('/', { schema: { response: { 200: {} } } }, () => ({ name: 'Ada' }))
   * const { body } = await app.inject('/') // '<Ada>'
   */
  setSerializerCompiler(compiler: SerializerCompiler): this
  /**
   * Replaces the synchronous function that makes the error of a failed validation, in this context and its child contexts.
   *
   * @example
   * app.setSchemaErrorFormatter(([{ keyword }]) => new Error(keyword))
   * app.get('/', { schema: { query: { n: Type.Integer() } } }, () => 'ok')
   * const { message } = (await app.inject('/?n=x')).json() // 'type'
   */
  setSchemaErrorFormatter(formatter: SchemaErrorFormatter<Here<Loaded, Request, Reply, Schemas, Provider>>): this
  /**
   * Sets a serializer that replaces the response schemas of this context and its child contexts.
   *
   * @example
   * app.setReplySerializer(({ name }, status) => `${status} <${name}>`)
   * app.get('/', () => ({ name: 'Ada' }))
   * const { body } = await app.inject('/') // '200 <Ada>'
   */
  setReplySerializer(serialize: ReplySerializer): this
  /**
   * Replaces how this context stores and compiles schemas.
   *
   * @example app.setSchemaController({}) === app // true
   */
  setSchemaController(options: SchemaControllerOptions): this
  /**
   * Sets the schema library of this context and its child contexts. A type argument changes only types; a value such as `standardSchema()` also
   * sets compilers. Schemas of other libraries are compiled as before.
   *
   * @example app.withTypeProvider(standardSchema()) === app // true
   */
  withTypeProvider<Chosen extends TypeProvider>(
    library?: SchemaLibrary<Chosen>
  ): AppToAwait<Now, Loaded, Request, Reply, Schemas, Chosen>
  /**
   * Replaces the types of the context's decorators or schemas by named interfaces, so that editors show short types. No effect at run time.
   *
   * @example
   * interface Services extends Bucket<typeof app, 'app'> {}
   * const named = app.checkpoint<{ app: Services }>()
   * named === app // true
   */
  checkpoint<Given extends Shape>(
    this: Receiver<
      unknown,
      BucketOf<Given, 'app'>,
      BucketOf<Given, 'request'>,
      BucketOf<Given, 'reply'>,
      BucketOf<Given, 'schemas'>,
      unknown
    > &
      Marked<Given, Request>
  ): AppToAwait<
    BucketOr<Given, 'app', Now>,
    BucketOr<Given, 'app', Loaded>,
    BucketOr<Given, 'request', Request>,
    BucketOr<Given, 'reply', Reply>,
    BucketOr<Given, 'schemas', Schemas>,
    Provider
  >

  // Errors and unmatched requests

  /** The error handler of this context, with the app of the context as `this`. */
  readonly errorHandler: (error: unknown, request: RequestMembers<unknown>, reply: AnyReply) => unknown
  /**
   * Sets the handler of requests under this context's prefix that match no route. @throws ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET if the prefix has a
   * handler.
   *
   * @example
   * app.setNotFoundHandler({ preHandler: [], preValidation: [] }, ({ url }) => `no ${url}`)
   * const { body } = await app.inject('/a') // 'no /a'
   */
  setNotFoundHandler(handler: NotFoundHandler<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply>): this
  setNotFoundHandler<Arriving = Request>(
    hooks: NotFoundHooks<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Arriving, Reply>,
    handler: NotFoundHandler<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply>
  ): this

  // Content types

  /**
   * Adds a parser for bodies of a media type or of a pattern of types. `*` means all types without a parser. @throws FST_ERR_CTP_ALREADY_PRESENT.
   *
   * @example
   * app.addContentTypeParser('text/csv', { parseAs: 'string' }, async (request, text) => text.split(','))
   * app.post('/', ({ body }) => body)
   * const { body } = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'text/csv' }, payload: 'a,b' }) // '["a","b"]'
   */
  addContentTypeParser(
    type: string | string[] | RegExp,
    parser: StreamParser<Here<Loaded, Request, Reply, Schemas, Provider>>
  ): this
  addContentTypeParser<As extends 'string' | 'buffer'>(
    type: string | string[] | RegExp,
    options: ParserOptions<As>,
    parser: ContentTypeParser<
      Here<Loaded, Request, Reply, Schemas, Provider>,
      'string' | 'buffer' extends As ? IncomingMessage : ParserInput[As]
    >
  ): this
  /** Whether this context parses bodies of a media type. */
  hasContentTypeParser(type: string | RegExp): boolean
  /** Removes parsers from this context. Bodies of the removed types then go to the parser of `*`. Without a parser of `*` the response is 415. */
  removeContentTypeParser(type: string | RegExp | (string | RegExp)[]): void
  /** Removes all parsers, even the built-in ones of JSON and text. */
  removeAllContentTypeParsers(): void
  /**
   * Makes a JSON parser with the given treatment of `__proto__` and `constructor.prototype`.
   *
   * @example
   * app.getDefaultJsonParser('remove', 'ignore')(null, '{"a":1}', (error, body) => { app.decorate('read', body) })
   * app.read // { a: 1 }
   */
  getDefaultJsonParser(
    onProtoPoisoning: 'error' | 'remove' | 'ignore',
    onConstructorPoisoning: 'error' | 'remove' | 'ignore'
  ): ContentTypeParser<unknown, string>
  /** The built-in parser of text. */
  defaultTextParser: ContentTypeParser<unknown, string>

  // The server

  /** Node's server. */
  readonly server: RawServer
  /** Writes log lines outside of requests; silent without the option `logger`. */
  readonly log: Logger
  /** The path prefix of routes of this context; empty at the root. */
  readonly prefix: string
  /** The names of the plugins of this context, joined by ` -> `. */
  readonly pluginName: string
  /** The version of Fastify with which espalier is compatible. Plugins check it. */
  readonly version: string
  /** The options in force, with their defaults. */
  readonly initialConfig: InitialConfig
  /**
   * Boots and listens; the callback gets the first address.
   *
   * @example
   * const origin = await app.get('/', () => 'ok').listen({ port: 0 })
   * await (await fetch(origin)).text() // 'ok'
   */
  listen(options: ListenOptions, callback: Listened<void>): void
  /**
   * Boots and listens; resolves to the first address, such as `http://127.0.0.1:3000`.
   *
   * @throws what `ready` throws; FST_ERR_LISTEN_OPTIONS_INVALID; FST_ERR_REOPENED_SERVER when the app listens, FST_ERR_REOPENED_CLOSE_SERVER when it
   * was closed; Node's error when the address is invalid or taken.
   */
  // This signature also takes `listen(callback)`. With a third overload, compiler messages about a wrong option would list every signature.
  listen<Called = WithoutCallback>(
    options?: ListenOptions | Listened<Called> | Refusal<'listen takes options, such as { port: 3000 }'>
  ): Listening<Called>
  /**
   * Stops listening, finishes requests in flight and runs `onClose`. @throws the error of a hook, after all hooks have run
   *
   * @example
   * await app.close()
   * app.state // 'closed'
   */
  close(): Promise<undefined>
  close(callback: () => void): undefined
  /**
   * Calls `close()` at the end of the block in which `await using` declares the app.
   *
   * @example
   * const apps = []
   * {
   *   await using app = espalier()
   *   apps.push(app)
   * }
   * apps[0].state // 'closed'
   */
  [Symbol.asyncDispose](): Promise<undefined>
  /**
   * Sends a request without a socket. With an endpoint, the input and the result have the types of its schemas.
   *
   * @example
   * const getBook = endpoint('GET /books/:id', { params: { id: Type.Integer() } })
   * app.route(getBook, ({ params }) => params.id + 1)
   * const { body } = await app.inject('/books/7') // '8'
   * const { statusCode } = await app.inject(getBook, { params: { id: 7 } }) // 200
   */
  inject(): InjectChain
  inject<Target extends AnyEndpoint = AnyEndpoint>(
    target: AnyEndpoint extends Target ? string | InjectOptions : WithoutInput<Target, Schemas>
  ): AnyEndpoint extends Target
    ? Promise<InjectResponse>
    : InjectedEndpoint<EndpointResponse<Target, Schemas, Provider>>
  inject<Target extends AnyEndpoint = AnyEndpoint>(
    target: Target | string | InjectOptions,
    input: AnyEndpoint extends Target ? InjectCallback : EndpointInput<Target, Schemas>
  ): AnyEndpoint extends Target ? void : InjectedEndpoint<EndpointResponse<Target, Schemas, Provider>>
  /** Handles a request, given by Node's request and response objects. */
  routing(request: IncomingMessage, response: ServerResponse): void
  /** Makes the id of a request. */
  readonly genReqId: (raw: IncomingMessage) => string
  /**
   * Replaces the synchronous function that makes request ids of this context.
   *
   * @example
   * app.setGenReqId(() => 'a1').get('/', ({ id }) => id)
   * const { body } = await app.inject('/') // 'a1'
   */
  setGenReqId(generate: (this: Here<Loaded, Request, Reply, Schemas, Provider>, raw: IncomingMessage) => string): this
  /** Makes the logger of a request. */
  readonly childLoggerFactory: ChildLoggerFactory<unknown>
  /**
   * Replaces the synchronous function that makes request loggers of this context.
   *
   * @example
   * const app = espalier({ logger: { level: 'warn' } }).setChildLoggerFactory((logger) => logger.child({ tenant: 'a' }))
   * const { body } = await app.get('/', ({ log }) => log.bindings().tenant).inject('/') // 'a'
   */
  setChildLoggerFactory(factory: ChildLoggerFactory<Here<Loaded, Request, Reply, Schemas, Provider>>): this
  /**
   * Adds a constraint for routes. @throws when its name is taken, or when the app has started.
   *
   * @example
   * app.addConstraintStrategy({ name: 'tenant', storage: () => new Map(), deriveConstraint: () => 'a' })
   * const { body } = await app.get('/', { constraints: { tenant: 'a' } }, () => 'of a').inject('/') // 'of a'
   */
  addConstraintStrategy(strategy: ConstraintStrategy): void
  /** Whether a constraint of this name was added or is used by a route. */
  hasConstraintStrategy(name: string): boolean
  /** Draws the routes as a tree. */
  printRoutes(options?: PrintOptions): string
  /** Draws the plugins as a tree, with their loading times. */
  printPlugins(): string
}
