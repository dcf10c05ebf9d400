// The options of a route, with their effect on the types of its handler.
import type { HandlerRequest, RouteContext } from './handler.ts'
import type { Guard, GuardsFor, PartGuardsFor, RefinedBy, RequestHook, RequestIn } from './hook.ts'
import type { RequestBeside } from './prefix.ts'
import type { AnyReply } from './reply.ts'
import type { RouteParts } from './request.ts'
import type { Raw, RouteHooks, RouteProvider, RouteSchema, RouteSettings } from './route.ts'
import type { SocketHandler } from './socket.ts'
import type { ValidatorCompiler } from './validator.ts'

/** The options of a route; the type parameters determine its handler. */
export interface RouteOptions<
  Path extends string,
  Context extends RouteContext,
  Request,
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
> extends RouteSettings<Context['app']>,
    RouteHooks<Context['app'], Path, Request, Context['reply']> {
  /** Schemas of the request's parts and of the responses. */
  schema?: RouteSchema<Params, Query, Headers, Body, Responses>
  /** Whether an invalid request reaches the handler, with `request.validationError`. */
  attachValidation?: Attach
  /** Validates this route's parts, instead of the context's validator. */
  validatorCompiler?: ValidatorCompiler<Output>
  /** Free data for hooks and plugins, read from `request.routeOptions.config`. */
  config?: Config
  /** Runs first: `params` and `query` are set, `body` is not. */
  onRequest?: GuardsFor<
    OnRequest,
    RequestIn<'onRequest', Request>,
    RefiningHook<
      Context['app'],
      Raw<'onRequest', Context['app'], Path, Request>,
      AnyReply<Context['app']> & Context['reply']
    >
  >
  /** Runs when the body has been parsed; may assign `request.body`. */
  preValidation?: GuardsFor<
    PreValidation,
    RequestIn<'preValidation', Request>,
    RefiningHook<
      Context['app'],
      Raw<'preValidation', Context['app'], Path, Request>,
      AnyReply<Context['app']> & Context['reply']
    >
  >
  // Only guards are inferred from it: otherwise the compiler would search a hook's request for the schemas.
  /** Runs after validation: the parts have the types of the schemas. */
  preHandler?: PartGuardsFor<
    PreHandler,
    Request,
    NoInfer<ValidatedRequest<Path, Context, Request, RouteParts<Params, Query, Headers, Body>, Config, Attach, Output>>,
    NoInfer<
      RefiningHook<
        Context['app'],
        ValidatedRequest<Path, Context, Request, RouteParts<Params, Query, Headers, Body>, Config, Attach, Output>,
        AnyReply<Context['app']> & Context['reply']
      >
    >
  >
  /** Handles sockets, while the handler handles requests, in contexts that adopted a plugin with `route: ['wsHandler']`. */
  wsHandler?: NoInfer<
    SocketHandler<
      Context['app'],
      HandlerRequest<
        Path,
        Context['app'],
        RouteParts<Params, Query, Headers, Body>,
        Context['schemas'],
        RouteProvider<Context['provider'], Output>,
        Config,
        Attach
      > &
        Context['request'] &
        RefinedBy<OnRequest | PreValidation | PreHandler>
    >
  >
}

/** The request of the hooks and guards that run after validation. */
type ValidatedRequest<
  Path extends string,
  Context extends RouteContext,
  Request,
  Parts extends RouteParts,
  Config,
  Attach,
  Output
> = HandlerRequest<
  Path,
  Context['app'],
  Parts,
  Context['schemas'],
  RouteProvider<Context['provider'], Output>,
  Config,
  Attach
> &
  RequestBeside<Request, Parts>

type RefiningHook<App, Seen, Reply> = RequestHook<App, Seen, Reply> | Guard<never, unknown>

/** The options of a route with its handler among them. */
export interface CompleteOptions<
  Path extends string,
  Context extends RouteContext,
  Request,
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
    Context,
    Request,
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
