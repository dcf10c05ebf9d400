// The app: one type per context and line of code. `Now` is what the app variable has at this line, `Loaded` what it will
// have once everything registered so far has loaded; handlers, hooks and later plugins see `Loaded`. Declaring returns the
// same object under a wider type. Twins: src/app.ts, src/tree/.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ContentTypeParser, ParserInput, ParserOptions, StreamParser } from './content-type-parser.ts'
import type { BucketOf, Nothing, Receiver, Shape } from './context.ts'
import type { Declaring } from './declare.ts'
import type { AnyEndpoint, EndpointInput, EndpointResponse, WithoutInput } from './endpoint.ts'
import type { FoundRoute, RouteQuery } from './find-route.ts'
import type { RequestHook } from './hook.ts'
import type { InjectCallback, InjectChain, InjectOptions, InjectResponse } from './inject.ts'
import type { ListenOptions, RawServer } from './listen.ts'
import type { Logger } from './logger.ts'
import type { InitialConfig } from './options.ts'
import type { SchemaLibrary, SchemaProvider, TypeProvider } from './provider.ts'
import type { AnyReply } from './reply.ts'
import type { RawRequest, RequestMembers } from './request.ts'
import type { ChildLoggerFactory, HooksOption } from './route.ts'
import type { EndpointMethod, NoBody, RouteVerb } from './route-method.ts'
import type {
  ReplySerializer,
  SchemaControllerOptions,
  SchemaErrorFormatter,
  SerializerCompiler,
  ValidatorCompiler
} from './validator.ts'

/** An app whose plugins have loaded, as far as this type knows: what `espalier()` and `await` give. */
export type App<
  Now = Nothing,
  Loaded = Now,
  Request = Nothing,
  Reply = Nothing,
  Schemas = Nothing,
  Provider = SchemaProvider
> = AppMembers<Now, Loaded, Request, Reply, Schemas, Provider> & Now

/** An app on which something was declared; awaiting it loads that and gives the app with all it provides. */
export type PendingApp<Now, Loaded, Request, Reply, Schemas, Provider> = App<
  Now,
  Loaded,
  Request,
  Reply,
  Schemas,
  Provider
> &
  PromiseLike<App<Loaded, Loaded, Request, Reply, Schemas, Provider>>

/** An app with at least these decorators and schemas, to annotate a function that takes one. */
export type AppOf<Given extends Shape = Nothing> = App<
  BucketOf<Given, 'app'>,
  BucketOf<Given, 'app'>,
  BucketOf<Given, 'request'>,
  BucketOf<Given, 'reply'>,
  BucketOf<Given, 'schemas'>,
  SchemaProvider
>

/** The app that handlers and hooks of a context have as `this`. */
export type Here<Loaded, Request, Reply, Schemas, Provider> = App<Loaded, Loaded, Request, Reply, Schemas, Provider>

/** Every member of an app but its decorators. */
export interface AppMembers<out Now, out Loaded, out Request, out Reply, out Schemas, out Provider>
  extends Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    Declaring {
  hasDecorator(name: string | symbol): boolean
  hasRequestDecorator(name: string | symbol): boolean
  hasReplyDecorator(name: string | symbol): boolean

  // Plugins

  /** Tells whether a plugin of this name was registered here or above. */
  hasPlugin(name: string): boolean
  /** Waits until everything registered so far has loaded. */
  after(): PendingApp<Now, Loaded, Request, Reply, Schemas, Provider>
  after(listener: (error: Error | null) => unknown): this
  /** Loads and compiles everything; concurrent calls share one run. */
  ready(): Promise<Here<Loaded, Request, Reply, Schemas, Provider>>
  ready(listener: (error: Error | null) => unknown): this

  // Routes

  readonly get: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider, NoBody>
  readonly post: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider>
  readonly put: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider>
  readonly patch: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider>
  readonly delete: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider>
  readonly head: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider, NoBody>
  readonly options: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider>
  readonly trace: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider, NoBody>
  /** Declares a route of the method QUERY. */
  readonly query: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider>
  /** Declares a route of every supported method. */
  readonly all: RouteVerb<this, Loaded, Request, Reply, Schemas, Provider>
  /** Declares a route by one object, or implements an endpoint. */
  readonly route: EndpointMethod<
    this,
    Here<Loaded, Request, Reply, Schemas, Provider>,
    Request,
    Reply,
    Schemas,
    Provider
  >
  /** Tells whether exactly this pattern was declared. */
  hasRoute(query: RouteQuery): boolean
  /** Finds the route that a path would reach. */
  findRoute(query: RouteQuery): FoundRoute | null
  /** Lets routes use a method that Node knows; adds its shorthand. */
  addHttpMethod(name: string, options?: { hasBody?: boolean; overrideExisting?: boolean }): this
  readonly supportedMethods: string[]

  // Hooks

  /** Runs when the app has closed; the same as the hook. */
  onClose(
    hook: (app: Here<Loaded, Request, Reply, Schemas, Provider>, done: (error?: Error | null) => void) => unknown
  ): this

  // Schemas

  /** Returns the schemas that this context sees, by id. */
  getSchemas(): Schemas & Record<string, object>
  readonly validatorCompiler: ValidatorCompiler | undefined
  readonly serializerCompiler: SerializerCompiler | undefined
  /** Replaces the validator of this context and those below. */
  setValidatorCompiler(compiler: ValidatorCompiler): this
  /** Replaces the serializer of this context and those below. */
  setSerializerCompiler(compiler: SerializerCompiler): this
  setSchemaErrorFormatter(formatter: SchemaErrorFormatter<Here<Loaded, Request, Reply, Schemas, Provider>>): this
  setReplySerializer(serialize: ReplySerializer): this
  setSchemaController(options: SchemaControllerOptions): this
  /**
   * Says which library this context's schemas are of: its types by a type argument, its types and compilers by a value such
   * as `standardSchema()`. Plugins inherit it. Schemas of other libraries go on to be compiled as before.
   */
  withTypeProvider<Chosen extends TypeProvider>(
    library?: SchemaLibrary<Chosen>
  ): App<Now, Loaded, Request, Reply, Schemas, Chosen>
  /** Goes on under the names of interfaces where hovers get long. Nothing happens at run time. */
  checkpoint<Given extends Shape>(
    this: Receiver<
      unknown,
      BucketOf<Given, 'app'>,
      BucketOf<Given, 'request'>,
      BucketOf<Given, 'reply'>,
      BucketOf<Given, 'schemas'>,
      unknown
    >
  ): App<
    BucketOf<Given, 'app'>,
    BucketOf<Given, 'app'>,
    BucketOf<Given, 'request'>,
    BucketOf<Given, 'reply'>,
    Schemas,
    Provider
  >

  // Errors and unmatched requests

  readonly errorHandler: (error: unknown, request: RequestMembers<unknown>, reply: AnyReply) => unknown
  /** Answers the requests below this context's prefix that no route matches. */
  setNotFoundHandler(handler: NotFoundHandler<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply>): this
  setNotFoundHandler(
    hooks: NotFoundHooks<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply>,
    handler: NotFoundHandler<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply>
  ): this

  // Content types

  /** Parses bodies of a media type, of those that a pattern matches, or with `*` of all others. */
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
  hasContentTypeParser(type: string | RegExp): boolean
  removeContentTypeParser(type: string | RegExp | (string | RegExp)[]): void
  removeAllContentTypeParsers(): void
  getDefaultJsonParser(
    onProtoPoisoning: 'error' | 'remove' | 'ignore',
    onConstructorPoisoning: 'error' | 'remove' | 'ignore'
  ): ContentTypeParser<unknown, string>
  defaultTextParser: ContentTypeParser<unknown, string>

  // The server

  readonly server: RawServer
  readonly log: Logger
  readonly prefix: string
  readonly pluginName: string
  readonly version: string
  readonly initialConfig: InitialConfig
  /** Boots and listens; resolves to the first address, such as `http://127.0.0.1:3000`. */
  listen(options?: ListenOptions): Promise<string>
  listen(options: ListenOptions, callback: (error: Error | null, address: string) => void): void
  listen(callback: (error: Error | null, address: string) => void): void
  addresses(): AddressInfo[]
  readonly listeningOrigin: string
  /** Stops listening, finishes what is in flight and runs `onClose`. */
  close(): Promise<undefined>
  close(callback: () => void): undefined
  [Symbol.asyncDispose](): Promise<undefined>
  /** Sends a request to the app without a socket; an endpoint gives the input and the result their types. */
  inject(): InjectChain
  inject<Target extends AnyEndpoint = AnyEndpoint>(
    target: AnyEndpoint extends Target ? string | InjectOptions : WithoutInput<Target>
  ): Promise<AnyEndpoint extends Target ? InjectResponse : EndpointResponse<Target>>
  inject<Target extends AnyEndpoint = AnyEndpoint>(
    target: Target | string | InjectOptions,
    input: AnyEndpoint extends Target ? InjectCallback : EndpointInput<Target>
  ): AnyEndpoint extends Target ? void : Promise<EndpointResponse<Target>>
  /** Hands a raw request to the router. */
  routing(request: IncomingMessage, response: ServerResponse): void
  readonly genReqId: (raw: IncomingMessage) => string
  setGenReqId(generate: (this: Here<Loaded, Request, Reply, Schemas, Provider>, raw: IncomingMessage) => string): this
  readonly childLoggerFactory: ChildLoggerFactory<unknown>
  setChildLoggerFactory(factory: ChildLoggerFactory<Here<Loaded, Request, Reply, Schemas, Provider>>): this
  addConstraintStrategy(strategy: ConstraintStrategy): void
  hasConstraintStrategy(name: string): boolean
  /** Draws the routes as a tree. */
  printRoutes(options?: PrintOptions): string
  /** Draws the plugins as a tree, with the time each took to load. */
  printPlugins(): string
}

type NotFoundHandler<App, Request, Reply> = (
  this: App,
  request: RawRequest<App> & Request,
  reply: AnyReply<App> & Reply
) => unknown

interface NotFoundHooks<App, Request, Reply> {
  preValidation?: HooksOption<RequestHook<App, RawRequest<App> & Request, AnyReply<App> & Reply>>
  preHandler?: HooksOption<RequestHook<App, RawRequest<App> & Request, AnyReply<App> & Reply>>
}

/** What `printRoutes` shows. */
export interface PrintOptions {
  method?: string
  /** Whether routes that begin alike share a branch; true by default. */
  commonPrefix?: boolean
  includeMeta?: boolean | (string | symbol)[]
  includeHooks?: boolean
}

/** A condition of routes that is derived from the request. */
export interface ConstraintStrategy {
  name: string
  storage: () => { get(value: never): unknown; set(value: never, handler: never): void }
  deriveConstraint: (request: never, context: never, done: never) => unknown
  mustMatchWhenDerived?: boolean
  validate?: (value: unknown) => void
}
