// The options of a route, with their effect on the types of its handler.
import type { HandlerRequest, RouteContext } from './handler.ts'
import type { Admits, Guard, GuardsFor, PartGuardsFor, RefinedBy, RequestHook, RequestIn } from './hook.ts'
import type { RequestBeside } from './prefix.ts'
import type { AnyReply } from './reply.ts'
import type { RouteParts } from './request.ts'
import type { Raw, RouteHooks, RouteProvider, RouteSchema, RouteSettings } from './route.ts'
import type { SocketHandler } from './socket.ts'
import type { ValidatorCompiler } from './validator.ts'

/** The options of a route; the type parameters determine the types of its handler. */
export interface RouteOptions<
  Path extends string,
  Context extends RouteContext,
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
> extends RouteSettings<Context>,
    RouteHooks<Context, Path> {
  /**
   * Schemas of the request's parts and of the responses.
   *
   * @example
   * app.get('/:id', { schema: { params: { id: Type.Integer() } } }, ({ params }) => params.id + 1)
   * const { body } = await app.inject('/7') // '8'
   */
  schema?: RouteSchema<Params, Query, Headers, Body, Responses>
  /**
   * Whether an invalid request reaches the handler, with `request.validationError`.
   *
   * @example
   * const schema = { query: { n: Type.Integer() } }
   * app.get('/', { schema, attachValidation: true }, ({ validationError }) => validationError.validationContext)
   * const { body } = await app.inject('/?n=x') // 'querystring'
   */
  attachValidation?: Attach
  /** Replaces the context's validator compiler for this route. */
  validatorCompiler?: ValidatorCompiler<Output>
  /**
   * Arbitrary data for hooks and plugins, read from `request.routeOptions.config`.
   *
   * @example
   * app.get('/', { config: { role: 'admin' } }, ({ routeOptions }) => routeOptions.config.role)
   * const { body } = await app.inject('/') // 'admin'
   */
  config?: Config
  /** Runs first: `params` and `query` are set, `body` is not. */
  onRequest?: RawHooks<OnRequest, 'onRequest', Path, Context>
  /** Runs when the body has been parsed; may assign `request.body`. */
  preValidation?: RawHooks<PreValidation, 'preValidation', Path, Context>
  // Types are inferred only from guards here. Without `NoInfer` the route's schemas would be inferred from the request type of any hook.
  /** Runs after validation: the parts have the types of the schemas. */
  preHandler?: PreHandler extends Admits<Context['request']>
    ? PreHandler
    : PartGuardsFor<
        PreHandler,
        Context['request'],
        NoInfer<ValidatedRequest<Path, Context, RouteParts<Params, Query, Headers, Body>, Config, Attach, Output>>,
        NoInfer<
          RefiningHook<
            Context['app'],
            ValidatedRequest<Path, Context, RouteParts<Params, Query, Headers, Body>, Config, Attach, Output>,
            AnyReply<Context['app']> & Context['reply']
          >
        >
      >
  /** Handles WebSockets, while `handler` handles other requests. The context must have adopted a plugin with `route: ['wsHandler']`. */
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
        RefinedBy<OnRequest> &
        RefinedBy<PreValidation> &
        RefinedBy<PreHandler>
    >
  >
}

/** The route's `onRequest` or `preValidation` hooks, which run before validation. */
type RawHooks<
  Used,
  Name extends 'onRequest' | 'preValidation',
  Path extends string,
  Context extends RouteContext,
  Accepted = Used
> =
  Used extends Admits<RequestIn<Name, Context['request']>>
    ? Accepted
    : GuardsFor<
        Used,
        RequestIn<Name, Context['request']>,
        RefiningHook<
          Context['app'],
          Raw<Name, Context['app'], Path, Context['request']>,
          AnyReply<Context['app']> & Context['reply']
        >
      >

type ValidatedRequest<
  Path extends string,
  Context extends RouteContext,
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
  RequestBeside<Context['request'], Parts>

type RefiningHook<App, Seen, Reply> = RequestHook<App, Seen, Reply> | Guard<never, unknown>

export interface CompleteOptions<
  Path extends string,
  Context extends RouteContext,
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
  /**
   * @example const { body } = await app.get('/', { handler: () => 'ok' }).inject('/') // 'ok'
   */
  handler: Called
}
