// The options of a route, as their types bear on its handler.
import type { HandlerRequest } from './handler.ts'
import type { Guard, GuardsFor, RequestHook } from './hook.ts'
import type { AnyReply } from './reply.ts'
import type { HooksOption, Raw, RouteHooks, RouteProvider, RouteSchema, RouteSettings } from './route.ts'
import type { ValidatorCompiler } from './validator.ts'

/** The options of a route; the type parameters are what they say about its handler. */
export interface RouteOptions<
  Path extends string,
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
> extends RouteSettings<App>,
    RouteHooks<App, Path, Request, Reply> {
  /** Schemas of the request's parts and of the answers. */
  schema?: RouteSchema<Params, Query, Headers, Body, Responses>
  /** Whether the handler runs with `request.validationError` when the request is invalid. */
  attachValidation?: Attach
  /** Validates this route's parts instead of the context's validator. */
  validatorCompiler?: ValidatorCompiler<Output>
  /** Free data for hooks and plugins, read from `request.routeOptions.config`. */
  config?: Config
  /** Runs first: `params` and `query` are there, `body` is not. */
  onRequest?: GuardsFor<
    OnRequest,
    Request,
    RefiningHooks<App, Raw<'onRequest', App, Path, Request>, AnyReply<App> & Reply>
  >
  /** Runs when the body has been parsed; may assign `request.body`. */
  preValidation?: GuardsFor<
    PreValidation,
    Request,
    RefiningHooks<App, Raw<'preValidation', App, Path, Request>, AnyReply<App> & Reply>
  >
  // Nothing but guards is inferred from it: the compiler would look for the schemas in the request that a hook takes.
  /** Runs after validation: the parts are what the schemas say. */
  preHandler?: GuardsFor<
    PreHandler,
    Request,
    NoInfer<
      RefiningHooks<
        App,
        HandlerRequest<
          Path,
          App,
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
        AnyReply<App> & Reply
      >
    >
  >
}

type RefiningHooks<App, Seen, Reply> = HooksOption<RequestHook<App, Seen, Reply> | Guard<never, unknown>>

/** The options of a route with its handler among them. */
export interface CompleteOptions<
  Path extends string,
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
  Called
> extends RouteOptions<
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
  > {
  handler: Called
}
