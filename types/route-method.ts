// The signatures of `app.get`, `app.post` and the others, which join a route's schemas with the types of its context. They are instantiated for every
// route, so each type parameter has a cost; see bench/types/measure.mjs. They read the context from `this`. As a type argument of the interface it was
// instantiated some 16 times for each route. With the schema of the body as such an argument, each type parameter would be instantiated twice. So there are
// two interfaces.

import type { Handler, PlainHandler, RouteContext, Routing } from './handler.ts'
import type { PartSchema } from './part-schema.ts'
import type { Parametric } from './prefix.ts'
import type { Refusal } from './refusal.ts'
import type { Absent, RouteParts } from './request.ts'
import type { AnswerableMap, AnyResponse } from './response.ts'
import type { ResponsesIn } from './route-defaults.ts'
import type { CompleteOptions, RouteOptions } from './route-options.ts'
import type { Expectation, Judged } from './verdict.ts'

/** Declares a route of one method. */
export interface RouteMethod {
  /** Declares a route without options, or with its handler among them. */
  <
    const Path extends string,
    const Params extends PartSchema | Absent = Absent,
    const Query extends PartSchema | Absent = Absent,
    const Headers extends PartSchema | Absent = Absent,
    const Body extends PartSchema | Absent = Absent,
    const Responses extends AnswerableMap = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = Absent,
    const PreValidation = Absent,
    const PreHandler = Absent,
    Context extends RouteContext = RouteContext,
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
    Free = ResponsesIn<AnyResponse, Context['reply']>,
    Self = unknown
  >(
    this: Self & Routing<Context>,
    path: Path & Parametric<Path, Params, Context['request'], Context['provider']>,
    handler:
      | PlainHandler<Context, Path, Free>
      | CompleteOptions<
          Path,
          Context,
          NoInfer<Context['request']>,
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
    const Body extends PartSchema | Absent = Absent,
    const Responses extends AnswerableMap = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = Absent,
    const PreValidation = Absent,
    const PreHandler = Absent,
    Context extends RouteContext = RouteContext,
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
    Self = unknown
  >(
    this: Self & Routing<Context>,
    path: Path & Parametric<Path, Params, Context['request'], Context['provider']>,
    options: RouteOptions<
      Path,
      Context,
      NoInfer<Context['request']>,
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

/** Declares a route of a method without a body. */
export interface BodylessMethod {
  /** Declares a route without options, or with its handler among them. */
  <
    const Path extends string,
    const Params extends PartSchema | Absent = Absent,
    const Query extends PartSchema | Absent = Absent,
    const Headers extends PartSchema | Absent = Absent,
    const Body extends NoBody | Absent = Absent,
    const Responses extends AnswerableMap = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = Absent,
    const PreValidation = Absent,
    const PreHandler = Absent,
    Context extends RouteContext = RouteContext,
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
    Free = ResponsesIn<AnyResponse, Context['reply']>,
    Self = unknown
  >(
    this: Self & Routing<Context>,
    path: Path & Parametric<Path, Params, Context['request'], Context['provider']>,
    handler:
      | PlainHandler<Context, Path, Free>
      | CompleteOptions<
          Path,
          Context,
          NoInfer<Context['request']>,
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
    const Body extends NoBody | Absent = Absent,
    const Responses extends AnswerableMap = AnyResponse,
    Config = unknown,
    Attach extends boolean = false,
    Output = Absent,
    const OnRequest = Absent,
    const PreValidation = Absent,
    const PreHandler = Absent,
    Context extends RouteContext = RouteContext,
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
    Self = unknown
  >(
    this: Self & Routing<Context>,
    path: Path & Parametric<Path, Params, Context['request'], Context['provider']>,
    options: RouteOptions<
      Path,
      Context,
      NoInfer<Context['request']>,
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

/** The schema of the body for a method without a body. */
export type NoBody = Refusal<'a GET, HEAD or TRACE route has no body'>

/** The schema of the body for a route of these methods. */
export type BodyOf<Method> = [Extract<Uppercase<Method & string>, 'GET' | 'HEAD' | 'TRACE'>] extends [never]
  ? PartSchema
  : NoBody
