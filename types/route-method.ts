// The signature of `app.get`, `app.post` and the others: where a route's schemas meet the types of its context. It is
// instantiated for every route of an application, so each type parameter here is paid for by the route; see
// bench/types/measure.mjs.
import type { App } from './app.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointHandler, Handler, PlainHandler } from './handler.ts'
import type { Refusal } from './refusal.ts'
import type { Absent } from './request.ts'
import type { AnyResponse } from './response.ts'
import type { CompleteOptions, RouteOptions } from './route-options.ts'
import type { Expectation, Judged } from './verdict.ts'

/** Declares a route of one method. */
export interface RouteMethod<out Self, out App, out Request, out Reply, Schemas, Provider, Bodies> {
  /** Declares a route without options, or with its handler among them. */
  <
    const Path extends string,
    const Params extends object | Absent = Absent,
    const Query extends object | Absent = Absent,
    const Headers extends object | Absent = Absent,
    const Body extends Bodies | Absent = Absent,
    const Responses extends object = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = unknown,
    const PreValidation = unknown,
    const PreHandler = unknown,
    Expected extends object = Handler<
      Path,
      App,
      Request,
      Reply,
      Schemas,
      Provider,
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
    Fitting extends Expected & Expectation = Expected,
    Returned = unknown
  >(
    path: Path,
    handler:
      | PlainHandler<App, Request, Reply, Path>
      | CompleteOptions<
          Path,
          App,
          Request,
          Reply,
          Schemas,
          Provider,
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
          PreHandler,
          Judged<Fitting, Returned, Expected>
        >
  ): Self
  /** Declares a route: path, options, handler. */
  <
    const Path extends string,
    const Params extends object | Absent = Absent,
    const Query extends object | Absent = Absent,
    const Headers extends object | Absent = Absent,
    const Body extends Bodies | Absent = Absent,
    const Responses extends object = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = unknown,
    const PreValidation = unknown,
    const PreHandler = unknown,
    Expected extends object = Handler<
      Path,
      App,
      Request,
      Reply,
      Schemas,
      Provider,
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
    Fitting extends Expected & Expectation = Expected,
    Returned = unknown
  >(
    path: Path,
    options: RouteOptions<
      Path,
      App,
      Request,
      Reply,
      Schemas,
      Provider,
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
    handler: Judged<Fitting, Returned, Expected>
  ): Self
}

/** A route method of a context. */
export type RouteVerb<Self, Loaded, Request, Reply, Schemas, Provider, Bodies = object> = RouteMethod<
  Self,
  App<Loaded, Loaded, Request, Reply, Schemas, Provider>,
  Request,
  Reply,
  Schemas,
  Provider,
  Bodies
>

/** What the body's schema of a method is that has no body. */
export type NoBody = Refusal<'a GET, HEAD or TRACE route has no body'>

/** What the body's schema may be of a route of these methods. */
export type BodyOf<Method> = [Extract<Uppercase<Method & string>, 'GET' | 'HEAD' | 'TRACE'>] extends [never]
  ? object
  : NoBody

/** Declares a route by one object, or implements an endpoint. */
export interface EndpointMethod<out Self, out Here, out Request, out Reply, Schemas, Provider> {
  /** Declares a route: method, path and handler among its options. */
  <
    const Path extends string = '',
    const Method extends string = string,
    const Params extends object | Absent = Absent,
    const Query extends object | Absent = Absent,
    const Headers extends object | Absent = Absent,
    const Body extends BodyOf<Method> | Absent = Absent,
    const Responses extends object = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = unknown,
    const PreValidation = unknown,
    const PreHandler = unknown,
    Expected extends object = Handler<
      Path,
      Here,
      Request,
      Reply,
      Schemas,
      Provider,
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
    Fitting extends Expected & Expectation = Expected,
    Returned = unknown
  >(
    route: CompleteOptions<
      Path,
      Here,
      Request,
      Reply,
      Schemas,
      Provider,
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
      PreHandler,
      Judged<Fitting, Returned, Expected>
    > &
      RouteTarget<Path, Method>
  ): Self
  /** Implements an endpoint in this context. */
  <
    const Path extends string,
    Params,
    Query,
    Headers,
    Body,
    Responses,
    Expected extends object = EndpointHandler<
      Path,
      Here,
      Request,
      Reply,
      Schemas,
      Provider,
      Params,
      Query,
      Headers,
      Body,
      Responses
    >,
    Fitting extends Expected & Expectation = Expected,
    Returned = unknown
  >(
    endpoint: Endpoint<string, Path, Params, Query, Headers, Body, Responses>,
    handler: Judged<Fitting, Returned, Expected>
  ): Self
  /** Implements an endpoint in this context, with the options of a route: hooks, guards, limits. */
  <
    const Path extends string,
    Params,
    Query,
    Headers,
    Body,
    Responses,
    Config = unknown,
    const OnRequest = unknown,
    const PreValidation = unknown,
    const PreHandler = unknown
  >(
    endpoint: Endpoint<string, Path, Params, Query, Headers, Body, Responses>,
    options: EndpointOptions &
      RouteOptions<
        Path,
        Here,
        Request,
        Reply,
        Schemas,
        Provider,
        NoInfer<Params>,
        NoInfer<Query>,
        NoInfer<Headers>,
        NoInfer<Body>,
        NoInfer<Responses>,
        Config,
        false,
        Absent,
        OnRequest,
        PreValidation,
        PreHandler
      >,
    handler: NoInfer<
      Handler<
        Path,
        Here,
        Request,
        Reply,
        Schemas,
        Provider,
        Params,
        Query,
        Headers,
        Body,
        Responses,
        Config,
        false,
        Absent,
        OnRequest,
        PreValidation,
        PreHandler
      >
    >
  ): Self
}

/** The method and path of a route; `path` is another name of `url`. */
interface RouteTarget<Path extends string, Method> {
  /** One method or several, in any case. */
  method: Method | readonly Method[]
  url?: Path
  path?: Path
}

/** What a route that implements an endpoint has from it. */
interface EndpointOptions {
  schema?: Refusal<'the endpoint has the schemas'>
}
