// The function that a route calls: its request, its reply and its result.
import type { RefinedBy, RequestIn } from './hook.ts'
import type { RequestBeside } from './prefix.ts'
import type { AnyReply, HandlerReturn, PendingReply, RouteReply } from './reply.ts'
import type { AttachedRequest, PlainRequest, RawRequest, RouteParts, RouteRequest } from './request.ts'
import type { AnyResponse, PlainStatus, PlainStatusOf } from './response.ts'
import type { RouteProvider } from './route.ts'

export interface RouteContext<
  out App = unknown,
  out Request = unknown,
  out Reply = unknown,
  out Schemas = unknown,
  out Provider = unknown
> {
  readonly app: App
  readonly request: Request
  readonly reply: Reply
  readonly schemas: Schemas
  readonly provider: Provider
}

// The `this` of route methods such as `get`, which infer the context from the property ` route`.
export interface Routing<out Context> {
  /** Exists only in types. */
  readonly ' route': Context
}

type Described<Responses, Type> = Responses extends AnyResponse ? unknown : Type

export type HandlerRequest<
  Path extends string,
  App,
  Parts extends RouteParts,
  Schemas,
  Provider,
  Config,
  Attach
> = Attach extends true
  ? AttachedRequest<Path, Parts, Schemas, Provider, Config, App>
  : RouteRequest<Path, Parts, Schemas, Provider, Config, App>

export type PlainHandler<Context extends RouteContext, Path extends string, Responses> = (
  this: Context['app'],
  request: PlainRequest<Path, Context['app']> & Context['request'],
  reply: RouteReply<
    Responses,
    PlainStatus,
    never,
    Described<Responses, Context['schemas']>,
    Described<Responses, Context['provider']>,
    unknown,
    Context['reply'],
    Context['app']
  > &
    Context['reply'] &
    PendingReply
) => unknown

// `object &` turns off weak type detection, by which TypeScript refuses objects that share no property with an all-optional type.
type WithoutTexts = object & { readonly ' texts'?: never }

export type Handler<
  Path extends string,
  Context extends RouteContext,
  Parts extends RouteParts,
  Responses,
  Config,
  Attach,
  Output,
  OnRequest,
  PreValidation,
  PreHandler
> = (
  this: Context['app'],
  // Most routes have neither `attachValidation` nor a prefix parameter without a schema. This one condition recognizes them, to save compile time.
  request: ([Attach, Context['request']] extends [false, WithoutTexts]
    ? RouteRequest<
        Path,
        Parts,
        Context['schemas'],
        RouteProvider<Context['provider'], Output>,
        Config,
        Context['app']
      > &
        Context['request']
    : HandlerRequest<
        Path,
        Context['app'],
        Parts,
        Context['schemas'],
        RouteProvider<Context['provider'], Output>,
        Config,
        Attach
      > &
        RequestBeside<Context['request'], Parts>) &
    RefinedBy<OnRequest> &
    RefinedBy<PreValidation> &
    RefinedBy<PreHandler>,
  reply: RouteReply<
    Responses,
    PlainStatusOf<keyof Responses>,
    never,
    Described<Responses, Context['schemas']>,
    Described<Responses, Context['provider']>,
    Config,
    Context['reply'],
    Context['app']
  > &
    Context['reply'] &
    PendingReply
) => HandlerReturn<Responses, Context['schemas'], Context['provider']>

export interface EndpointExchange<
  Path extends string,
  Around extends RouteContext,
  Parts extends RouteParts,
  Responses,
  Config,
  Refined
> {
  readonly request: RouteRequest<Path, Parts, Around['schemas'], Around['provider'], Config, Around['app']> &
    RequestBeside<Around['request'], Parts> &
    Refined
  readonly reply: RouteReply<
    Responses,
    PlainStatusOf<keyof Responses>,
    never,
    Described<Responses, Around['schemas']>,
    Described<Responses, Around['provider']>,
    Config,
    Around['reply'],
    Around['app']
  > &
    Around['reply'] &
    PendingReply
}

interface AnyExchange {
  readonly request: unknown
  readonly reply: unknown
}

interface Shown {
  readonly ' shown'?: never
}

export type EndpointRequest<_Path, Context extends AnyExchange> = Context['request'] & Shown

export type EndpointReply<_Responses, Context extends AnyExchange> = Context['reply'] & Shown

// The type parameter makes editors show the name `Context` in place of all decorators. It costs a route 74 instantiations.
export type EndpointHandler<
  Path extends string,
  Around extends RouteContext,
  Parts extends RouteParts,
  Responses,
  Config = unknown,
  Refined = unknown
> = <Context extends EndpointExchange<Path, Around, Parts, Responses, Config, Refined>>(
  this: Around['app'],
  request: EndpointRequest<Path, Context>,
  reply: EndpointReply<Responses, Context>
) => HandlerReturn<Responses, Around['schemas'], Around['provider']>

// An error may occur before a guard has run, so the members that guards add may be missing.
export type ErrorHandler<App, Request, Reply> = (
  this: App,
  error: unknown,
  request: RawRequest<App> & RequestIn<'onError', Request>,
  reply: AnyReply<App, RawRequest & RequestIn<'onError', Request>> & Reply
) => unknown
