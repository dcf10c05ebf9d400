// The signature of `app.get`, `app.post` and the others, which joins a route's schemas with the types of its context. It is instantiated for every
// route, so each type parameter has a cost; see bench/types/measure.mjs.

import type { App } from './app.ts'
import type { Handler, PlainHandler, RouteContext } from './handler.ts'
import type { PartSchema } from './part-schema.ts'
import type { Parametric } from './prefix.ts'
import type { Refusal } from './refusal.ts'
import type { Absent, RouteParts } from './request.ts'
import type { AnswerableMap, AnyResponse } from './response.ts'
import type { ResponsesIn } from './route-defaults.ts'
import type { CompleteOptions, RouteOptions } from './route-options.ts'
import type { Expectation, Judged } from './verdict.ts'

/** Declares a route of one method. */
export interface RouteMethod<
  out Self,
  out Context extends RouteContext,
  Bodies,
  Request = Context['request'],
  Provider = Context['provider']
> {
  /** Declares a route without options, or with its handler among them. */
  <
    const Path extends string,
    const Params extends PartSchema | Absent = Absent,
    const Query extends PartSchema | Absent = Absent,
    const Headers extends PartSchema | Absent = Absent,
    const Body extends Bodies | Absent = Absent,
    const Responses extends AnswerableMap = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = Absent,
    const PreValidation = Absent,
    const PreHandler = Absent,
    Expected extends object = Handler<
      Path,
      Context,
      RouteParts<Params, Query, Headers, Body>,
      ResponsesIn<Responses, Context['reply']>,
      Config,
      Attach,
      Output,
      OnRequest | PreValidation | PreHandler
    >,
    Fitting extends Expected & Expectation = Expected,
    Returned = unknown,
    Arriving = Request,
    Free = ResponsesIn<AnyResponse, Context['reply']>
  >(
    path: Path & Parametric<Path, Params, Request, Provider>,
    handler:
      | PlainHandler<Context, Path, Free>
      | CompleteOptions<
          Path,
          Context,
          NoInfer<Arriving>,
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
    const Params extends PartSchema | Absent = Absent,
    const Query extends PartSchema | Absent = Absent,
    const Headers extends PartSchema | Absent = Absent,
    const Body extends Bodies | Absent = Absent,
    const Responses extends AnswerableMap = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = Absent,
    const PreValidation = Absent,
    const PreHandler = Absent,
    Expected extends object = Handler<
      Path,
      Context,
      RouteParts<Params, Query, Headers, Body>,
      ResponsesIn<Responses, Context['reply']>,
      Config,
      Attach,
      Output,
      OnRequest | PreValidation | PreHandler
    >,
    Fitting extends Expected & Expectation = Expected,
    Returned = unknown,
    Arriving = Request
  >(
    path: Path & Parametric<Path, Params, Request, Provider>,
    options: RouteOptions<
      Path,
      Context,
      NoInfer<Arriving>,
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
export type RouteVerb<Self, Loaded, Request, Reply, Schemas, Provider, Bodies = PartSchema> = RouteMethod<
  Self,
  RouteContext<App<Loaded, Loaded, Request, Reply, Schemas, Provider>, Request, Reply, Schemas, Provider>,
  Bodies,
  Request,
  Provider
>

/** The schema of the body for a method without a body. */
export type NoBody = Refusal<'a GET, HEAD or TRACE route has no body'>

/** The schema of the body for a route of these methods. */
export type BodyOf<Method> = [Extract<Uppercase<Method & string>, 'GET' | 'HEAD' | 'TRACE'>] extends [never]
  ? PartSchema
  : NoBody
