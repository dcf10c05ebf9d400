// The app: one type per context and line of code. `Now` has the members at this line. `Loaded` has those once everything registered so far has loaded.
// Handlers, hooks and later plugins get `Loaded`. Declaring returns the same object under a wider type. At run time: src/app.ts, src/tree/.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContentTypeParser, ParserInput, ParserOptions, StreamParser } from './content-type-parser.ts'
import type { BucketOf, BucketOr, Marked, Nothing, Receiver, Shape } from './context.ts'
import type { Declaring } from './declare.ts'
import type { AnyEndpoint, EndpointInput, EndpointResponse, InjectedEndpoint, WithoutInput } from './endpoint.ts'
import type { EndpointMethod } from './endpoint-method.ts'
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
import type { BodylessMethod, RouteMethod } from './route-method.ts'
import type {
  ReplySerializer,
  SchemaControllerOptions,
  SchemaErrorFormatter,
  SerializerCompiler,
  ValidatorCompiler
} from './validator.ts'

/** An app whose plugins have loaded, as far as types show: from `espalier()` or `await`. */
export type App<
  Now = Nothing,
  Loaded = Now,
  Request = Nothing,
  Reply = Nothing,
  Schemas = Nothing,
  Provider = SchemaProvider
> = Now & AppMembers<Now, Loaded, Request, Reply, Schemas, Provider>

/** An app with unloaded declarations; awaiting it returns the app with all that they provide. */
export type AppToAwait<Now, Loaded, Request, Reply, Schemas, Provider> = App<
  Now,
  Loaded,
  Request,
  Reply,
  Schemas,
  Provider
> &
  PromiseLike<App<Loaded, Loaded, Request, Reply, Schemas, Provider>>

/** An app with at least these decorators and schemas, for a function's parameter. */
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

/** Every member of an app except its decorators. */
export interface AppMembers<out Now, out Loaded, out Request, out Reply, out Schemas, out Provider>
  extends Declaring,
    Explaining,
    Living {
  // The members of `Receiver` and `Routing`. The compiler makes a base for every app, and a member for its readers only: as bases they cost a plugin 175
  // instantiations. They stand first: if a function requires another context, messages end at the first difference.
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

  /** Whether a plugin of this name was registered here or above. */
  hasPlugin(name: string): boolean
  /** Waits until everything registered so far has loaded; rejects with the error of a plugin. */
  after(): AppToAwait<Now, Loaded, Request, Reply, Schemas, Provider>
  after(listener: (error: Error | null) => unknown): this
  /**
   * Loads and compiles everything; concurrent calls share one run. Nothing can be declared afterwards.
   *
   * @throws the error of a plugin or `onReady`, and codes of schemas that do not compile; FST_ERR_PLUGIN_TIMEOUT when a plugin takes longer than
   * `pluginTimeout`; FST_ERR_REOPENED_CLOSE_SERVER when the app was closed before.
   */
  ready(): Promise<Here<Loaded, Request, Reply, Schemas, Provider>>
  ready(listener: (error: Error | null) => unknown): this

  // Routes

  readonly get: BodylessMethod
  readonly post: RouteMethod
  readonly put: RouteMethod
  readonly patch: RouteMethod
  readonly delete: RouteMethod
  readonly head: BodylessMethod
  readonly options: RouteMethod
  readonly trace: BodylessMethod
  /** Declares a route of the method QUERY. */
  readonly query: RouteMethod
  /** Declares a route for every supported method. */
  readonly all: BodylessMethod
  /**
   * Declares a route by one object, or implements an endpoint.
   *
   * @throws FST_ERR_ROUTE_* when its options are wrong, FST_ERR_DUPLICATED_ROUTE when method and path exist.
   */
  readonly route: EndpointMethod
  /** Whether exactly this pattern was declared. */
  hasRoute(query: RouteQuery): boolean
  /** Finds the route that a path would reach. */
  findRoute(query: RouteQuery): FoundRoute | null
  /** Lets routes use another method of Node, with a body if `hasBody` is true (default: false), and adds its shorthand. */
  addHttpMethod(name: string, options?: { hasBody?: boolean; overrideExisting?: boolean }): this
  /** The methods that routes may have. */
  readonly supportedMethods: string[]

  // Hooks

  /** Runs when the app has closed, as the hook of that name. */
  onClose(
    hook: (app: Here<Loaded, Request, Reply, Schemas, Provider>, done: (error?: Error | null) => void) => unknown
  ): this

  // Schemas

  /** Returns the schemas that this context sees, by id. */
  getSchemas(): Schemas & Record<string, object>
  /** The compiler that `setValidatorCompiler` set here or above. */
  readonly validatorCompiler: ValidatorCompiler | undefined
  /** The compiler that `setSerializerCompiler` set here or above. */
  readonly serializerCompiler: SerializerCompiler | undefined
  /** Replaces the validator of this context and those below. */
  setValidatorCompiler(compiler: ValidatorCompiler): this
  /** Replaces the serializer of this context and those below. */
  setSerializerCompiler(compiler: SerializerCompiler): this
  /** Replaces the function that makes the error of a failed validation, here and below; synchronous. */
  setSchemaErrorFormatter(formatter: SchemaErrorFormatter<Here<Loaded, Request, Reply, Schemas, Provider>>): this
  /** Serializes the payloads of this context and those below, instead of response schemas. */
  setReplySerializer(serialize: ReplySerializer): this
  /** Replaces how this context stores and compiles schemas. */
  setSchemaController(options: SchemaControllerOptions): this
  /**
   * Sets the schema library of this context: its types by a type argument, types and compilers by a value such as `standardSchema()`. Plugins inherit
   * it. Other schemas are compiled as before.
   */
  withTypeProvider<Chosen extends TypeProvider>(
    library?: SchemaLibrary<Chosen>
  ): AppToAwait<Now, Loaded, Request, Reply, Schemas, Chosen>
  /**
   * Names the buckets of the context by interfaces, which keeps hovers short. Other buckets stay unchanged. No effect at run time.
   *
   * @example
   * interface Services extends Bucket<typeof app, 'app'> {}
   * const named = app.checkpoint<{ app: Services }>()
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

  /** The error handler that applies in this context, with its app as `this`. */
  readonly errorHandler: (error: unknown, request: RequestMembers<unknown>, reply: AnyReply) => unknown
  /** Answers requests without a route below this context's prefix. @throws ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET when it has one. */
  setNotFoundHandler(handler: NotFoundHandler<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply>): this
  setNotFoundHandler<Arriving = Request>(
    hooks: NotFoundHooks<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Arriving, Reply>,
    handler: NotFoundHandler<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply>
  ): this

  // Content types

  /** Parses bodies of a media type, of those that match a pattern, or with `*` of all others. @throws FST_ERR_CTP_ALREADY_PRESENT. */
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
  /** Whether this context parses bodies of a type. */
  hasContentTypeParser(type: string | RegExp): boolean
  /** Removes parsers from this context: their types get a 415, unless `*` is parsed. */
  removeContentTypeParser(type: string | RegExp | (string | RegExp)[]): void
  /** Removes all parsers, those of JSON and text too. */
  removeAllContentTypeParsers(): void
  /** Makes a JSON parser like the built-in one, with its own reaction to poisoned keys. */
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
  /** The names of the plugins that made this context. */
  readonly pluginName: string
  /** The Fastify version that plugins check, because its behaviour is compatible. */
  readonly version: string
  /** The options in force, with their defaults. */
  readonly initialConfig: InitialConfig
  /** Boots and listens; the callback gets the first address. */
  listen(options: ListenOptions, callback: Listened<void>): void
  /**
   * Boots and listens; resolves to the first address, such as `http://127.0.0.1:3000`.
   *
   * @throws what `ready` throws; FST_ERR_LISTEN_OPTIONS_INVALID; FST_ERR_REOPENED_SERVER when it listens already, FST_ERR_REOPENED_CLOSE_SERVER when it
   * was closed; Node's error when the address is invalid or taken.
   */
  // Also with only a callback: with two signatures, messages would be about overloads.
  listen<Called = WithoutCallback>(
    options?: ListenOptions | Listened<Called> | Refusal<'listen takes options, such as { port: 3000 }'>
  ): Listening<Called>
  /** Stops listening, finishes requests in flight and runs `onClose`. @throws the error of a hook, after all have run */
  close(): Promise<undefined>
  close(callback: () => void): undefined
  /** Closes the app at the end of the block of an `await using`. */
  [Symbol.asyncDispose](): Promise<undefined>
  /** Sends a request without a socket; an endpoint types input and result. */
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
  /** Passes a raw request to the router. */
  routing(request: IncomingMessage, response: ServerResponse): void
  /** Makes the id of a request. */
  readonly genReqId: (raw: IncomingMessage) => string
  /** Replaces the function that makes request ids of this context; synchronous. */
  setGenReqId(generate: (this: Here<Loaded, Request, Reply, Schemas, Provider>, raw: IncomingMessage) => string): this
  /** Makes the logger of a request. */
  readonly childLoggerFactory: ChildLoggerFactory<unknown>
  /** Replaces the function that makes request loggers of this context; synchronous. */
  setChildLoggerFactory(factory: ChildLoggerFactory<Here<Loaded, Request, Reply, Schemas, Provider>>): this
  /** Adds a constraint for routes. @throws when it exists already, or when the app has started. */
  addConstraintStrategy(strategy: ConstraintStrategy): void
  /** Whether routes may have a constraint of this name. */
  hasConstraintStrategy(name: string): boolean
  /** Draws the routes as a tree. */
  printRoutes(options?: PrintOptions): string
  /** Draws the plugins as a tree, with the time each took to load. */
  printPlugins(): string
}
