// The signatures of `app.route(options)` and `app.route(endpoint, handler)`.
import type { Endpoint } from './endpoint.ts'
import type { EndpointHandler, Handler, RouteContext, Routing } from './handler.ts'
import type { RefinedBy } from './hook.ts'
import type { PartSchema } from './part-schema.ts'
import type { CheckedParams, Within } from './prefix.ts'
import type { Refusal } from './refusal.ts'
import type { Omitted, RouteParts } from './request.ts'
import type { AnswerableMap, AnyResponse } from './response.ts'
import type { ResponsesIn, Telling } from './route-defaults.ts'
import type { BodylessMethod, BodyOf, RouteMethod } from './route-method.ts'
import type { CompleteOptions, RouteOptions } from './route-options.ts'
import type { CheckedHandler, Expectation } from './verdict.ts'

/** Declares a route by an options object, or implements an endpoint. */
export interface EndpointMethod {
  /** Declares a route: method, path and handler among its options. */
  <
    Self extends Routing<RouteContext>,
    const Path extends string = '',
    const Method extends string = string,
    const Params extends PartSchema | Omitted = Omitted,
    const Query extends PartSchema | Omitted = Omitted,
    const Headers extends PartSchema | Omitted = Omitted,
    const Body extends BodyOf<Method> | Omitted = Omitted,
    const Responses extends AnswerableMap = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Omitted,
    const OnRequest = Omitted,
    const PreValidation = Omitted,
    const PreHandler = Omitted,
    Context extends RouteContext = Self[' route'],
    Expected extends object = Handler<
      Path,
      Context,
      RouteParts<Params, Query, Headers, Body>,
      ResponsesIn<Responses, Context['reply']>,
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
    this: Self,
    route: CompleteOptions<
      Path,
      Context,
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
      CheckedHandler<Fitting, Returned, Expected>
    > &
      MethodOption<Method> &
      PathOption<Path & CheckedParams<Path, Params, Context>>
  ): Self
  /** Implements an endpoint in this context. */
  <
    Self extends Routing<RouteContext>,
    const Path extends string,
    Params,
    Query,
    Headers,
    Body,
    Responses,
    Context extends RouteContext = Self[' route'],
    Expected extends object = EndpointHandler<Path, Context, RouteParts<Params, Query, Headers, Body>, Responses>,
    Fitting extends Expected & Expectation = Expected,
    Returned = unknown
  >(
    this: Self,
    endpoint: Endpoint<string, Path, Params, Query, Headers, Body, Responses> &
      Within<Path, Context['request']> &
      Telling<Path, Responses, Context['reply']>,
    handler: CheckedHandler<Fitting, Returned, Expected>
  ): Self
  /** Implements an endpoint in this context, with the options of a route: hooks, guards, limits. */
  <
    Self extends Routing<RouteContext>,
    const Path extends string,
    Params,
    Query,
    Headers,
    Body,
    Responses,
    Config = unknown,
    const OnRequest = Omitted,
    const PreValidation = Omitted,
    const PreHandler = Omitted,
    Context extends RouteContext = Self[' route'],
    Expected extends object = EndpointHandler<
      Path,
      Context,
      RouteParts<Params, Query, Headers, Body>,
      Responses,
      Config,
      RefinedBy<OnRequest> & RefinedBy<PreValidation> & RefinedBy<PreHandler>
    >,
    Fitting extends Expected & Expectation = Expected,
    Returned = unknown
  >(
    this: Self,
    endpoint: Endpoint<string, Path, Params, Query, Headers, Body, Responses> &
      Within<Path, Context['request']> &
      Telling<Path, Responses, Context['reply']>,
    options: EndpointOptions &
      RouteOptions<
        Path,
        Context,
        NoInfer<Params>,
        NoInfer<Query>,
        NoInfer<Headers>,
        NoInfer<Body>,
        NoInfer<Responses>,
        Config,
        false,
        Omitted,
        OnRequest,
        PreValidation,
        PreHandler
      >,
    handler: CheckedHandler<Fitting, Returned, Expected>
  ): Self
}

interface MethodOption<Method> {
  /** One method or several, in upper or lower case. */
  method: Method | readonly Method[]
}

// `method` and the path are in separate interfaces. In one interface, a missing `method` would be reported as a wrong path.
interface PathOption<Path> {
  url?: Path
  path?: Path
}

interface EndpointOptions {
  schema?: Refusal<'the endpoint has the schemas: leave schema out here'>
}

/** The methods of an app that declare routes. */
export interface RouteMethods {
  readonly get: BodylessMethod
  readonly post: RouteMethod
  readonly put: RouteMethod
  readonly patch: RouteMethod
  readonly delete: RouteMethod
  readonly head: BodylessMethod
  readonly options: RouteMethod
  readonly trace: BodylessMethod
  /**
   * Declares a route of the method QUERY.
   *
   * @example
   * app.query('/', ({ body }) => body)
   * const { body } = await app.inject({ method: 'QUERY', url: '/', payload: { a: 1 } }) // '{"a":1}'
   */
  readonly query: RouteMethod
  /**
   * Declares a route for every supported method.
   *
   * @example
   * app.all('/', ({ method }) => method)
   * const { body } = await app.inject({ method: 'PUT', url: '/' }) // 'PUT'
   */
  readonly all: BodylessMethod
  /**
   * Declares a route by an options object, or implements an endpoint.
   *
   * @throws FST_ERR_ROUTE_* when its options are wrong, FST_ERR_DUPLICATED_ROUTE when its method and path are taken.
   * @example
   * app.route({ method: ['GET', 'PUT'], url: '/', handler: ({ method }) => method })
   * const { body } = await app.inject({ method: 'PUT', url: '/' }) // 'PUT'
   */
  readonly route: EndpointMethod
}
