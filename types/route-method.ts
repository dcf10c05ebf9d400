// The signature of `app.get`, `app.post` and the others: where a route's schemas meet the types of its context. It is
// instantiated for every route of an application, so each type parameter here is paid for by the route; see
// bench/types/measure.ts.
import type { App } from './app.ts'
import type { Endpoint } from './endpoint.ts'
import type { Guard, RefinedBy, RequestHook } from './hook.ts'
import type { AnyReply, HandlerReturn, RouteReply, Sent } from './reply.ts'
import type { Absent, ArrivedRequest, AttachedRequest, RouteRequest } from './request.ts'
import type { AnyResponse } from './response.ts'
import type { HooksOption, RouteHooks, RouteProvider, RouteSchema, RouteSettings } from './route.ts'
import type { ValidatorCompiler } from './validator.ts'

/** The raw request of a route's hooks. */
type Raw<App, Path extends string, Request> = ArrivedRequest<App, Path> & Request

/** The options of a route; the type parameters are what they say about its handler. */
export interface RouteOptions<
  App,
  Request,
  Reply,
  Schemas,
  Provider,
  Path extends string,
  Params,
  Query,
  Headers,
  Body,
  Responses,
  Config,
  Attach,
  Output,
  OnRequest,
  PreValidation,
  PreHandler
> extends RouteSettings<App>,
    RouteHooks<App, Raw<App, Path, Request>, AnyReply<App> & Reply> {
  schema?: RouteSchema<Params, Query, Headers, Body, Responses>
  /** Whether the handler runs with `request.validationError` when the request is invalid. */
  attachValidation?: Attach
  /** Validates this route's parts instead of the context's validator. */
  validatorCompiler?: ValidatorCompiler<Output>
  /** Free data for hooks and plugins, read from `request.routeOptions.config`. */
  config?: Config
  onRequest?: OnRequest & RefiningHooks<App, Raw<App, Path, Request>, Request, AnyReply<App> & Reply>
  preValidation?: PreValidation & RefiningHooks<App, Raw<App, Path, Request>, Request, AnyReply<App> & Reply>
  preHandler?: PreHandler &
    RefiningHooks<
      App,
      HandlerRequest<
        App,
        Path,
        Params,
        Query,
        Headers,
        Body,
        Schemas,
        RouteProvider<Provider, Output>,
        Config,
        Attach
      > &
        Request,
      Request,
      AnyReply<App> & Reply
    >
}

type RefiningHooks<App, Seen, Request, Reply> = HooksOption<RequestHook<App, Seen, Reply> | Guard<Request, unknown>>

/** The request of a handler. */
type HandlerRequest<
  App,
  Path extends string,
  Params,
  Query,
  Headers,
  Body,
  Schemas,
  Provider,
  Config,
  Attach
> = Attach extends true
  ? AttachedRequest<App, Path, Params, Query, Headers, Body, Schemas, Provider, Config>
  : RouteRequest<App, Path, Params, Query, Headers, Body, Schemas, Provider, Config>

/** The handler of a route without options: `this` is the app of its context. */
export type PlainHandler<App, Request, Reply, Schemas, Provider, Path extends string> = (
  this: App,
  request: RouteRequest<App, Path, Absent, Absent, Absent, Absent, Schemas, Provider, unknown> & Request,
  reply: RouteReply<App, Reply, AnyResponse, Schemas, Provider, unknown, never, never> & Reply & Sent
) => unknown

/** The handler of a route: `this` is the app of its context. */
export type Handler<
  App,
  Request,
  Reply,
  Schemas,
  Provider,
  Path extends string,
  Params,
  Query,
  Headers,
  Body,
  Responses,
  Config,
  Attach,
  Output,
  OnRequest,
  PreValidation,
  PreHandler
> = (
  this: App,
  request: (Attach extends true
    ? AttachedRequest<App, Path, Params, Query, Headers, Body, Schemas, RouteProvider<Provider, Output>, Config>
    : RouteRequest<App, Path, Params, Query, Headers, Body, Schemas, RouteProvider<Provider, Output>, Config>) &
    Request &
    RefinedBy<OnRequest> &
    RefinedBy<PreValidation> &
    RefinedBy<PreHandler>,
  reply: RouteReply<App, Reply, Responses, Schemas, Provider, Config, never, never> & Reply & Sent
) => HandlerReturn<Responses, Schemas, Provider>

/** The handler of an endpoint. */
export type EndpointHandler<
  App,
  Request,
  Reply,
  Schemas,
  Provider,
  Path extends string,
  Params,
  Query,
  Headers,
  Body,
  Responses
> = (
  this: App,
  request: RouteRequest<App, Path, Params, Query, Headers, Body, Schemas, Provider, unknown> & Request,
  reply: RouteReply<App, Reply, Responses, Schemas, Provider, unknown, never, never> & Reply & Sent
) => HandlerReturn<Responses, Schemas, Provider>

/** The options of a route with its handler among them. */
export interface CompleteOptions<
  App,
  Request,
  Reply,
  Schemas,
  Provider,
  Path extends string,
  Params,
  Query,
  Headers,
  Body,
  Responses,
  Config,
  Attach,
  Output,
  OnRequest,
  PreValidation,
  PreHandler
> extends RouteOptions<
    App,
    Request,
    Reply,
    Schemas,
    Provider,
    Path,
    Params,
    Query,
    Headers,
    Body,
    Responses,
    Config,
    Attach,
    Output,
    OnRequest,
    PreValidation,
    PreHandler
  > {
  handler: Handler<
    App,
    Request,
    Reply,
    Schemas,
    Provider,
    Path,
    Params,
    Query,
    Headers,
    Body,
    Responses,
    Config,
    Attach,
    Output,
    OnRequest,
    PreValidation,
    PreHandler
  >
}

/** Declares a route of one method. */
export interface RouteMethod<out Self, out App, out Request, out Reply, Schemas, Provider> {
  /** Declares a route without options, or with its handler among them. */
  <
    const Path extends string,
    const Params extends object | Absent = Absent,
    const Query extends object | Absent = Absent,
    const Headers extends object | Absent = Absent,
    const Body extends object | Absent = Absent,
    const Responses extends object = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = unknown,
    const PreValidation = unknown,
    const PreHandler = unknown
  >(
    path: Path,
    handler:
      | PlainHandler<App, Request, Reply, Schemas, Provider, Path>
      | CompleteOptions<
          App,
          Request,
          Reply,
          Schemas,
          Provider,
          Path,
          Params,
          Query,
          Headers,
          Body,
          Responses,
          Config,
          Attach,
          Output,
          OnRequest,
          PreValidation,
          PreHandler
        >
  ): Self
  /** Declares a route: path, options, handler. */
  <
    const Path extends string,
    const Params extends object | Absent = Absent,
    const Query extends object | Absent = Absent,
    const Headers extends object | Absent = Absent,
    const Body extends object | Absent = Absent,
    const Responses extends object = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = unknown,
    const PreValidation = unknown,
    const PreHandler = unknown
  >(
    path: Path,
    options: RouteOptions<
      App,
      Request,
      Reply,
      Schemas,
      Provider,
      Path,
      Params,
      Query,
      Headers,
      Body,
      Responses,
      Config,
      Attach,
      Output,
      OnRequest,
      PreValidation,
      PreHandler
    >,
    handler: NoInfer<
      Handler<
        App,
        Request,
        Reply,
        Schemas,
        Provider,
        Path,
        Params,
        Query,
        Headers,
        Body,
        Responses,
        Config,
        Attach,
        Output,
        OnRequest,
        PreValidation,
        PreHandler
      >
    >
  ): Self
}

/** A route method of a context. */
export type RouteVerb<Self, Loaded, Request, Reply, Schemas, Provider> = RouteMethod<
  Self,
  App<Loaded, Loaded, Request, Reply, Schemas, Provider>,
  Request,
  Reply,
  Schemas,
  Provider
>

/** Declares a route by one object, or implements an endpoint. */
export interface EndpointMethod<out Self, out Here, out Request, out Reply, Schemas, Provider> {
  /** Declares a route: method, path and handler among its options. */
  <
    const Path extends string = '',
    const Params extends object | Absent = Absent,
    const Query extends object | Absent = Absent,
    const Headers extends object | Absent = Absent,
    const Body extends object | Absent = Absent,
    const Responses extends object = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = unknown,
    const PreValidation = unknown,
    const PreHandler = unknown
  >(
    route: CompleteOptions<
      Here,
      Request,
      Reply,
      Schemas,
      Provider,
      Path,
      Params,
      Query,
      Headers,
      Body,
      Responses,
      Config,
      Attach,
      Output,
      OnRequest,
      PreValidation,
      PreHandler
    > &
      RouteTarget<Path>
  ): Self
  /** Implements an endpoint in this context. */
  <const Path extends string, Params, Query, Headers, Body, Responses>(
    endpoint: Endpoint<string, Path, Params, Query, Headers, Body, Responses>,
    handler: NoInfer<
      EndpointHandler<Here, Request, Reply, Schemas, Provider, Path, Params, Query, Headers, Body, Responses>
    >
  ): Self
}

/** The method and path of a route; `path` is another name of `url`. */
interface RouteTarget<Path extends string> {
  /** One method or several, in any case. */
  method: string | readonly string[]
  url?: Path
  path?: Path
}
