// The signatures of `app.get`, `app.post` and the other route methods. The compiler instantiates a signature for every route, so each type
// parameter costs compile time; see bench/types/measure.mjs. The context is inferred from `this`: as a type argument of the interface, it would be
// instantiated some 16 times a route. Methods with and without a body have separate interfaces, because a type argument for the body would double
// the instantiations.
import type { Handler, PlainHandler, RouteContext, Routing } from './handler.ts'
import type { PartSchema } from './part-schema.ts'
import type { CheckedParams } from './prefix.ts'
import type { Refusal } from './refusal.ts'
import type { Omitted, RouteParts } from './request.ts'
import type { AnswerableMap, AnyResponse } from './response.ts'
import type { ResponsesIn } from './route-defaults.ts'
import type { CompleteOptions, RouteOptions } from './route-options.ts'
import type { CheckedHandler, Expectation } from './verdict.ts'

/**
 * Declares a route of one method.
 *
 * @example
 * const echo = ({ method }) => method
 * app.post('/', echo).put('/', echo).patch('/', echo).delete('/', echo).options('/', echo)
 * const { body } = await app.inject({ method: 'PATCH', url: '/' }) // 'PATCH'
 */
export interface RouteMethod {
  /** Declares a route without options, or with the handler as an option. */
  <
    Self extends Routing<RouteContext>,
    const Path extends string,
    const Params extends PartSchema | Omitted = Omitted,
    const Query extends PartSchema | Omitted = Omitted,
    const Headers extends PartSchema | Omitted = Omitted,
    const Body extends PartSchema | Omitted = Omitted,
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
    Returned = unknown,
    Free = ResponsesIn<AnyResponse, Context['reply']>
  >(
    this: Self,
    path: Path & CheckedParams<Path, Params, Context>,
    handler:
      | PlainHandler<Context, Path, Free>
      | CompleteOptions<
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
        >
  ): Self
  /** Declares a route: path, options, handler. */
  <
    Self extends Routing<RouteContext>,
    const Path extends string,
    const Params extends PartSchema | Omitted = Omitted,
    const Query extends PartSchema | Omitted = Omitted,
    const Headers extends PartSchema | Omitted = Omitted,
    const Body extends PartSchema | Omitted = Omitted,
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
    path: Path & CheckedParams<Path, Params, Context>,
    options: RouteOptions<
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
      PreHandler
    >,
    handler: CheckedHandler<Fitting, Returned, Expected>
  ): Self
}

/**
 * Declares a route of a method without a body.
 *
 * @example
 * app.get('/books/:id', ({ params }) => params.id).head('/', () => '').trace('/', () => '')
 * const { body } = await app.inject('/books/7') // '7'
 */
export interface BodylessMethod {
  /** Declares a route without options, or with the handler as an option. */
  <
    Self extends Routing<RouteContext>,
    const Path extends string,
    const Params extends PartSchema | Omitted = Omitted,
    const Query extends PartSchema | Omitted = Omitted,
    const Headers extends PartSchema | Omitted = Omitted,
    const Body extends NoBody | Omitted = Omitted,
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
    Returned = unknown,
    Free = ResponsesIn<AnyResponse, Context['reply']>
  >(
    this: Self,
    path: Path & CheckedParams<Path, Params, Context>,
    handler:
      | PlainHandler<Context, Path, Free>
      | CompleteOptions<
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
        >
  ): Self
  /** Declares a route: path, options, handler. */
  <
    Self extends Routing<RouteContext>,
    const Path extends string,
    const Params extends PartSchema | Omitted = Omitted,
    const Query extends PartSchema | Omitted = Omitted,
    const Headers extends PartSchema | Omitted = Omitted,
    const Body extends NoBody | Omitted = Omitted,
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
    path: Path & CheckedParams<Path, Params, Context>,
    options: RouteOptions<
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
      PreHandler
    >,
    handler: CheckedHandler<Fitting, Returned, Expected>
  ): Self
}

export type NoBody = Refusal<'a GET, HEAD or TRACE route has no body'>

// Routes with the method GET, HEAD or TRACE have no body.
export type BodyOf<Method> = [Extract<Uppercase<Method & string>, 'GET' | 'HEAD' | 'TRACE'>] extends [never]
  ? PartSchema
  : NoBody
