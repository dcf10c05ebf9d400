// The methods of an app that add to its type. Their signatures infer the context's types from `this`, so all apps have the same signatures. For a
// function that takes an `AppOf`, the compiler then need not compare these methods. Implementation: src/tree/decorator.ts, plugin.ts, hook.ts.
import type { Admissible, Complete, CompleteRequest, WithoutOptions } from './admission.ts'
import type { AppMembers, AppToAwait, Here } from './app.ts'
import type { AwaitHint, LoadingApp } from './app-hint.ts'
import type { Nothing, Receiver } from './context.ts'
import type { AppDecorator, ExchangeDecorator, Fresh, Member, PerExchange, With } from './decorator.ts'
import type { Deriving } from './derive.ts'
import type { RouteMethods } from './endpoint-method.ts'
import type { ErrorHandler } from './handler.ts'
import type {
  Guard,
  GuardFor,
  GuardStage,
  HookName,
  Hooks,
  IntendedHook,
  KnownHook,
  PassedBy,
  RequestIn
} from './hook.ts'
import type { MountOptions, OptionsArgument } from './plugin.ts'
import type { AroundName, Mounted, MountedFor, ParamSchemas } from './prefix.ts'
import type { Alone } from './refusal.ts'
import type { AnyReply } from './reply.ts'
import type { RawRequest } from './request.ts'
import type { RouteDeclaration } from './route.ts'
import type { Defaulting } from './route-defaults.ts'
import type { FreshSchema, IdentifiedSchema, RefTo, SchemaAt, SchemasOf, VisibleRef } from './shared-schema.ts'

type AppMemberName = keyof AppMembers<unknown, unknown, unknown, unknown, unknown, unknown> | 'then'

/** The methods of an app that add to its type. */
export interface Declaring extends Deriving, Defaulting, RouteMethods {
  // Declaring decorators

  /**
   * Adds a decorator to the app of this context and its child contexts. @throws FST_ERR_DEC_ALREADY_PRESENT when the name is taken.
   *
   * @example app.decorate('greeting', 'Hello').greeting // 'Hello'
   */
  decorate<
    Now,
    Loaded,
    Request,
    Reply,
    Schemas,
    Provider,
    const Name extends string | symbol,
    Value extends AppDecorator<Here<Loaded, Request, Reply, Schemas, Provider>>
  >(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: Fresh<Name, Loaded, AppMemberName, 'app'>,
    value: Value,
    dependencies?: readonly (string | symbol)[]
  ): AppToAwait<Now & Member<Name, Value>, Loaded & Member<Name, Value>, Request, Reply, Schemas, Provider>
  /** Adds a decorator with the value `undefined` to this context's app. */
  decorate<Now, Loaded, Request, Reply, Schemas, Provider, const Name extends string | symbol>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: Fresh<Name, Loaded, AppMemberName, 'app'>
  ): AppToAwait<Now & With<Name, undefined>, Loaded & With<Name, undefined>, Request, Reply, Schemas, Provider>
  /**
   * Adds a decorator to every request of this context and its child contexts. @throws FST_ERR_DEC_REFERENCE_TYPE when the value is an object;
   * FST_ERR_DEC_ALREADY_PRESENT when the name is taken.
   *
   * @example
   * app.decorateRequest('tenant', 'a').get('/', ({ tenant }) => tenant)
   * const { body } = await app.inject('/') // 'a'
   */
  decorateRequest<
    Now,
    Loaded,
    Request,
    Reply,
    Schemas,
    Provider,
    const Name extends string | symbol,
    Value extends ExchangeDecorator<
      RawRequest<Here<Loaded, Request, Reply, Schemas, Provider>> & RequestIn<'onError', Request>
    >
  >(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: Fresh<Name, Request, keyof RawRequest, 'request'>,
    value: PerExchange<Value>,
    dependencies?: readonly (string | symbol)[]
  ): AppToAwait<Now, Loaded, Request & Member<Name, Value>, Reply, Schemas, Provider>
  /** Adds a decorator with the value `undefined` to every request. */
  decorateRequest<Now, Loaded, Request, Reply, Schemas, Provider, const Name extends string | symbol>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: Fresh<Name, Request, keyof RawRequest, 'request'>
  ): AppToAwait<Now, Loaded, Request & With<Name, undefined>, Reply, Schemas, Provider>
  /**
   * Adds a decorator to every reply of this context and its child contexts. @throws FST_ERR_DEC_REFERENCE_TYPE when the value is an object;
   * FST_ERR_DEC_ALREADY_PRESENT when the name is taken.
   *
   * @example
   * app.decorateReply('page', 'a').get('/', (request, reply) => reply.page)
   * const { body } = await app.inject('/') // 'a'
   */
  decorateReply<
    Now,
    Loaded,
    Request,
    Reply,
    Schemas,
    Provider,
    const Name extends string | symbol,
    Value extends ExchangeDecorator<
      AnyReply<Here<Loaded, Request, Reply, Schemas, Provider>, RawRequest & RequestIn<'onError', Request>> & Reply
    >
  >(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: Fresh<Name, Reply, keyof AnyReply, 'reply'>,
    value: PerExchange<Value>,
    dependencies?: readonly (string | symbol)[]
  ): AppToAwait<Now, Loaded, Request, Reply & Member<Name, Value>, Schemas, Provider>
  /** Adds a decorator with the value `undefined` to every reply. */
  decorateReply<Now, Loaded, Request, Reply, Schemas, Provider, const Name extends string | symbol>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: Fresh<Name, Reply, keyof AnyReply, 'reply'>
  ): AppToAwait<Now, Loaded, Request, Reply & With<Name, undefined>, Schemas, Provider>
  /**
   * Returns a decorator of the app; a function is bound to the app. @throws FST_ERR_DEC_UNDECLARED for an undeclared name.
   *
   * @example app.decorate('greeting', 'Hello').getDecorator('greeting') // 'Hello'
   */
  getDecorator<Loaded, const Name extends string | symbol>(
    this: Receiver<unknown, Loaded, unknown, unknown, unknown, unknown>,
    name: Name
  ): Name extends keyof Loaded ? Loaded[Name] : unknown

  // Plugins

  // The first signature is for plugins without required options. For other plugins, its error text names the required options.

  /**
   * Registers a plugin in a child context, or a shared plugin in this one. Awaiting the result loads the plugin.
   *
   * @throws FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED at boot, when a needed plugin is missing.
   * @example
   * app.register(async (child) => child.get('/books', () => 'ok'), { prefix: '/v1' })
   * const { body } = await app.inject('/v1/books') // 'ok'
   */
  register<
    Now,
    Loaded,
    Request,
    Reply,
    Schemas,
    Provider,
    NeedsApp,
    NeedsRequest,
    NeedsReply,
    NeedsSchemas,
    ProvidesApp = Nothing,
    ProvidesRequest = Nothing,
    ProvidesReply = Nothing,
    ProvidesSchemas = Nothing,
    Options = Nothing,
    Name = string,
    Sources = unknown,
    Instance = Here<Loaded, Request, Reply, Schemas, Provider>
  >(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    plugin: WithoutOptions<
      Options,
      Name,
      Admissible<
        Here<Loaded, Request, Reply, Schemas, Provider>,
        Loaded,
        Request,
        Reply,
        Schemas,
        NeedsApp,
        NeedsRequest,
        NeedsReply,
        NeedsSchemas,
        ProvidesApp,
        ProvidesRequest,
        ProvidesReply,
        ProvidesSchemas,
        Options,
        Name,
        Sources,
        Instance
      >
    >
  ): LoadingApp<
    AwaitHint,
    Now,
    Complete<Loaded, NeedsApp> & ProvidesApp,
    CompleteRequest<Request, NeedsRequest> & ProvidesRequest,
    Complete<Reply, NeedsReply> & ProvidesReply,
    Complete<Schemas, NeedsSchemas> & ProvidesSchemas,
    Provider
  >
  /** Registers a plugin with its own options and the options that every plugin takes, such as `prefix`. */
  register<
    Now,
    Loaded,
    Request,
    Reply,
    Schemas,
    Provider,
    NeedsApp,
    NeedsRequest,
    NeedsReply,
    NeedsSchemas,
    ProvidesApp = Nothing,
    ProvidesRequest = Nothing,
    ProvidesReply = Nothing,
    ProvidesSchemas = Nothing,
    Options = Nothing,
    Name = string,
    Sources = unknown,
    const Prefix extends string = '',
    Params extends ParamSchemas = Nothing,
    Instance = Here<Loaded, Mounted<Request, Prefix, Params>, Reply, Schemas, Provider>
  >(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    plugin: Admissible<
      Here<Loaded, Mounted<Request, Prefix, Params>, Reply, Schemas, Provider>,
      Loaded,
      MountedFor<NeedsRequest, Request, Prefix, Params>,
      Reply,
      Schemas,
      NeedsApp,
      NeedsRequest,
      NeedsReply,
      NeedsSchemas,
      ProvidesApp,
      ProvidesRequest,
      ProvidesReply,
      ProvidesSchemas,
      Options,
      Name,
      Sources,
      Instance
    >,
    options: OptionsArgument<
      Here<Loaded, Request, Reply, Schemas, Provider>,
      Options,
      MountOptions<Prefix, Params, AroundName<Request>>,
      Name
    >
  ): LoadingApp<
    AwaitHint,
    Now,
    Complete<Loaded, NeedsApp> & ProvidesApp,
    CompleteRequest<Request, NeedsRequest> & ProvidesRequest,
    Complete<Reply, NeedsReply> & ProvidesReply,
    Complete<Schemas, NeedsSchemas> & ProvidesSchemas,
    Provider
  >

  // Hooks

  /**
   * Adds a hook to this context and its child contexts. A hook made by `guard` also adds its members to the request types of later routes.
   *
   * @example
   * app.addHook('onSend', async (request, reply, payload) => `<${payload}>`)
   * const { body } = await app.get('/', () => 'ok').inject('/') // '<ok>'
   */
  addHook<
    Now,
    Loaded,
    Request,
    Reply,
    Schemas,
    Provider,
    const Name extends HookName | (string & Nothing),
    GuardNeeds,
    Refines = unknown
  >(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: KnownHook<Name>,
    hook: HookArgument<
      Name,
      Hooks<
        Here<Loaded, Request, Reply, Schemas, Provider>,
        RawRequest<Here<Loaded, Request, Reply, Schemas, Provider>> & RequestIn<Name, Request>,
        AnyReply<Here<Loaded, Request, Reply, Schemas, Provider>, RawRequest & RequestIn<Name, Request>> & Reply,
        RouteDeclaration
      >,
      Guard<GuardNeeds, Refines>,
      Request
    >
  ): AppToAwait<Now, Loaded, Request & PassedBy<Name, Refines>, Reply, Schemas, Provider>

  // Errors

  /**
   * Sets the error handler of this context and its child contexts. If the handler throws, the parent context's handler gets the error.
   *
   * @example
   * app.setErrorHandler(({ message }) => message)
   * const { body } = await app.get('/', () => { throw new Error('no') }).inject('/') // 'no'
   */
  // The result repeats the arguments of `AppToAwait`. If the method returned the type of `this`, the compiler would compare an app with itself
  // method by method.
  setErrorHandler<Now, Loaded, Request, Reply, Schemas, Provider>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    handler: NoInfer<ErrorHandler<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply>>
  ): AppToAwait<Now, Loaded, Request, Reply, Schemas, Provider>

  // Schemas

  /**
   * Adds a shared schema under its `$id` to this context and its child contexts. @throws FST_ERR_SCH_ALREADY_PRESENT when the id is taken.
   *
   * @example
   * app.addSchema({ $id: 'id', type: 'integer' }).get('/:id', { schema: { params: { id: { $ref: 'id#' } } } }, () => 'ok')
   * const { statusCode } = await app.inject('/x') // 400
   */
  addSchema<Now, Loaded, Request, Reply, Schemas, Provider, const Schema extends IdentifiedSchema>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    schema: FreshSchema<Schema, Schemas>
  ): AppToAwait<Now, Loaded, Request, Reply, Schemas & SchemasOf<Schema>, Provider>
  /**
   * Returns a `$ref` to a shared schema, with the type of the shared schema: `app.ref('address#/properties/zip')`.
   *
   * @example app.addSchema(Type.Object({ zip: Type.Integer() }, { $id: 'address' })).ref('address#/properties/zip').$ref // 'address#/properties/zip'
   */
  ref<Schemas, const Ref extends (keyof Schemas & string) | (string & Nothing)>(
    this: Receiver<unknown, unknown, unknown, unknown, Schemas, unknown>,
    ref: VisibleRef<Schemas, Ref>
  ): RefTo<Schemas, Ref>
  /**
   * Returns a shared schema; `undefined` for an unknown id.
   *
   * @example app.addSchema({ $id: 'id', type: 'integer' }).getSchema('id') // { '$id': 'id', type: 'integer' }
   */
  getSchema<Schemas, const Id extends string>(
    this: Receiver<unknown, unknown, unknown, unknown, Schemas, unknown>,
    id: Id
  ): SchemaAt<Schemas, Id>
}

type HookArgument<Name, Functions, Refining, Request> = Name extends GuardStage
  ? Alone<NoInfer<Functions[Name & keyof Functions]> | GuardFor<Refining, RequestIn<Name, Request>>>
  : NoInfer<Functions[IntendedHook<Name> & keyof Functions]>
