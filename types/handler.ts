// What a route calls: its request, its reply and what it may return.
import type { RefinedBy, RequestIn } from './hook.ts'
import type { AnyReply, HandlerReturn, RouteReply, Sent } from './reply.ts'
import type { AttachedRequest, PlainRequest, RawRequest, RouteRequest } from './request.ts'
import type { AnyResponse, PlainStatus } from './response.ts'
import type { RouteProvider } from './route.ts'

/** What a reply needs to read its response map by; nothing where the route has none. */
type Described<Responses, Type> = Responses extends AnyResponse ? unknown : Type

/** The request of a handler. */
export type HandlerRequest<
  Path extends string,
  App,
  Params,
  Query,
  Headers,
  Body,
  Schemas,
  Provider,
  Config,
  Attach
> = Attach extends true
  ? AttachedRequest<Path, App, Params, Query, Headers, Body, Schemas, Provider, Config>
  : RouteRequest<Path, App, Params, Query, Headers, Body, Schemas, Provider, Config>

/** The handler of a route without options: `this` is the app of its context. */
export type PlainHandler<App, Request, Reply, Path extends string> = (
  this: App,
  request: PlainRequest<Path, App> & Request,
  reply: RouteReply<App, Reply, AnyResponse, unknown, unknown, unknown, PlainStatus, never> & Reply & Sent
) => unknown

/** The handler of a route: `this` is the app of its context. */
export type Handler<
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
> = (
  this: App,
  request: (Attach extends true
    ? AttachedRequest<Path, App, Params, Query, Headers, Body, Schemas, RouteProvider<Provider, Output>, Config>
    : RouteRequest<Path, App, Params, Query, Headers, Body, Schemas, RouteProvider<Provider, Output>, Config>) &
    Request &
    RefinedBy<OnRequest | PreValidation | PreHandler>,
  reply: RouteReply<
    App,
    Reply,
    Responses,
    Described<Responses, Schemas>,
    Described<Responses, Provider>,
    Config,
    PlainStatus,
    never
  > &
    Reply &
    Sent
) => HandlerReturn<Responses, Schemas, Provider>

/** The handler of an endpoint. */
export type EndpointHandler<
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
  Responses
> = (
  this: App,
  request: RouteRequest<Path, App, Params, Query, Headers, Body, Schemas, Provider, unknown> & Request,
  reply: RouteReply<
    App,
    Reply,
    Responses,
    Described<Responses, Schemas>,
    Described<Responses, Provider>,
    unknown,
    PlainStatus,
    never
  > &
    Reply &
    Sent
) => HandlerReturn<Responses, Schemas, Provider>

/** Answers errors: of requests that guards let pass, and of those that they did not. */
export type ErrorHandler<App, Request, Reply> = (
  this: App,
  error: unknown,
  request: RawRequest<App> & RequestIn<'onError', Request>,
  reply: AnyReply<App, RawRequest & RequestIn<'onError', Request>> & Reply
) => unknown
