// The declarations of an app that widen it: decorators, plugins, hooks and shared schemas. These methods infer the buckets from `this`, so they are the
// same for every app. Comparing two apps, for a function that takes an `AppOf`, compares buckets and not signatures. At run time: src/tree/decorator.ts,
// plugin.ts, hook.ts.
import type { Admissible, WithoutOptions } from './admission.ts'
import type { AppMembers, AppToAwait, Here } from './app.ts'
import type { AwaitHint, LoadingApp } from './app-hint.ts'
import type { Nothing, Receiver } from './context.ts'
import type { AppDecorator, ExchangeDecorator, Fresh, Member, PerExchange } from './decorator.ts'
import type { Deriving } from './derive.ts'
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

/** Names that a decorator of an app cannot have. */
type AppMemberName = keyof AppMembers<unknown, unknown, unknown, unknown, unknown, unknown> | 'then'

/** The declarations of an app. */
export interface Declaring extends Deriving, Defaulting {
  // Declaring decorators

  /** Adds a member to this context's app and those below. @throws FST_ERR_DEC_ALREADY_PRESENT when the name is taken. */
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
  /** Adds a member without a value to this context's app. */
  decorate<Now, Loaded, Request, Reply, Schemas, Provider, const Name extends string | symbol>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: Fresh<Name, Loaded, AppMemberName, 'app'>
  ): AppToAwait<
    Now & { [_ in Name]: undefined },
    Loaded & { [_ in Name]: undefined },
    Request,
    Reply,
    Schemas,
    Provider
  >
  /** Adds a member to every request of this context and those below. @throws FST_ERR_DEC_REFERENCE_TYPE when the value is an object; FST_ERR_DEC_ALREADY_PRESENT when the name is taken. */
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
  /** Adds a member without a value to every request. */
  decorateRequest<Now, Loaded, Request, Reply, Schemas, Provider, const Name extends string | symbol>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: Fresh<Name, Request, keyof RawRequest, 'request'>
  ): AppToAwait<Now, Loaded, Request & { [_ in Name]: undefined }, Reply, Schemas, Provider>
  /** Adds a member to every reply of this context and those below. @throws FST_ERR_DEC_REFERENCE_TYPE when the value is an object; FST_ERR_DEC_ALREADY_PRESENT when the name is taken. */
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
  /** Adds a member without a value to every reply. */
  decorateReply<Now, Loaded, Request, Reply, Schemas, Provider, const Name extends string | symbol>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    name: Fresh<Name, Reply, keyof AnyReply, 'reply'>
  ): AppToAwait<Now, Loaded, Request, Reply & { [_ in Name]: undefined }, Schemas, Provider>
  /** Returns a decorator of the app, a function bound to it. @throws FST_ERR_DEC_UNDECLARED when it was not declared. */
  getDecorator<Loaded, const Name extends string | symbol>(
    this: Receiver<unknown, Loaded, unknown, unknown, unknown, unknown>,
    name: Name
  ): Name extends keyof Loaded ? Loaded[Name] : unknown

  // Plugins

  // One signature for each number of arguments: then a message can name missing options.

  /**
   * Registers a plugin in a child context, or a shared plugin in this one. Awaiting the result loads it.
   *
   * @throws FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED at boot, when a plugin that it needs is missing.
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
    Loaded & ProvidesApp,
    Request & ProvidesRequest,
    Reply & ProvidesReply,
    Schemas & ProvidesSchemas,
    Provider
  >
  /** Registers a plugin with options: its own, and those of its context. */
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
      MountOptions<Prefix, Params, AroundName<Request>>
    >
  ): LoadingApp<
    AwaitHint,
    Now,
    Loaded & ProvidesApp,
    Request & ProvidesRequest,
    Reply & ProvidesReply,
    Schemas & ProvidesSchemas,
    Provider
  >

  // Hooks

  /** Adds a hook to this context and those below; a guard refines the requests of the routes declared after it. */
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

  /** Answers the errors of this context and those below; errors that it throws go to the handler above. */
  // Returns the type that `addHook` does: with `Self & Receiver` an app would be compared with itself, method by method.
  setErrorHandler<Now, Loaded, Request, Reply, Schemas, Provider>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    handler: NoInfer<ErrorHandler<Here<Loaded, Request, Reply, Schemas, Provider>, Request, Reply>>
  ): AppToAwait<Now, Loaded, Request, Reply, Schemas, Provider>

  // Schemas

  /** Adds a shared schema under its `$id`, here and below. @throws FST_ERR_SCH_ALREADY_PRESENT when the id is taken. */
  addSchema<Now, Loaded, Request, Reply, Schemas, Provider, const Schema extends IdentifiedSchema>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    schema: FreshSchema<Schema, Schemas>
  ): AppToAwait<Now, Loaded, Request, Reply, Schemas & SchemasOf<Schema>, Provider>
  /** Returns a schema that is a `$ref` to a shared one, with its type: `app.ref('address#/properties/zip')`. */
  ref<Schemas, const Ref extends (keyof Schemas & string) | (string & Nothing)>(
    this: Receiver<unknown, unknown, unknown, unknown, Schemas, unknown>,
    ref: VisibleRef<Schemas, Ref>
  ): RefTo<Schemas, Ref>
  /** Returns a shared schema; `undefined` for an unknown id. */
  getSchema<Schemas, const Id extends string>(
    this: Receiver<unknown, unknown, unknown, unknown, Schemas, unknown>,
    id: Id
  ): SchemaAt<Schemas, Id>
}

/** A hook's function, or a guard at stages before the handler. */
// Only a guard is inferred from it: otherwise the compiler would search every member of the function's app for the context.
type HookArgument<Name, Functions, Refining, Request> = Name extends GuardStage
  ? Alone<NoInfer<Functions[Name & keyof Functions]> | GuardFor<Refining, RequestIn<Name, Request>>>
  : NoInfer<Functions[IntendedHook<Name> & keyof Functions]>
