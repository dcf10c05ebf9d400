// The function that a route calls: its request, its reply and its result.
import type { RefinedBy, RequestIn } from './hook.ts'
import type { RequestBeside } from './prefix.ts'
import type { AnyReply, HandlerReturn, Pending, RouteReply } from './reply.ts'
import type { AttachedRequest, PlainRequest, RawRequest, RouteParts, RouteRequest } from './request.ts'
import type { AnyResponse, PlainStatus, PlainStatusOf } from './response.ts'
import type { RouteProvider } from './route.ts'

/** The types that a route gets from its context, under one name. */
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

/** An app from which route methods read the context. It exists in types only. */
export interface Routing<out Context> {
  /** For the compiler only. */
  readonly ' route': Context
}

/** The members by which a reply reads its response map; nothing without one. */
type Described<Responses, Type> = Responses extends AnyResponse ? unknown : Type

/** The request of a handler. */
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

/** The handler of a route without options: `this` is the app of its context. */
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
    Pending
) => unknown

// An object, because a type with only optional members does not admit others.
type WithoutPrefix = object & { readonly ' prefix'?: never }

/** The handler of a route: `this` is the app of its context. */
export type Handler<
  Path extends string,
  Context extends RouteContext,
  Parts extends RouteParts,
  Responses,
  Config,
  Attach,
  Output,
  Guards
> = (
  this: Context['app'],
  // One condition, which most routes meet: no `attachValidation`, and no prefix parameter.
  request: ([Attach, Context['request']] extends [false, WithoutPrefix]
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
    RefinedBy<Guards>,
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
    Pending
) => HandlerReturn<Responses, Context['schemas'], Context['provider']>

/** The handler of an endpoint. */
export type EndpointHandler<Path extends string, Context extends RouteContext, Parts extends RouteParts, Responses> = (
  this: Context['app'],
  request: RouteRequest<Path, Parts, Context['schemas'], Context['provider'], unknown, Context['app']> &
    RequestBeside<Context['request'], Parts>,
  reply: RouteReply<
    Responses,
    PlainStatusOf<keyof Responses>,
    never,
    Described<Responses, Context['schemas']>,
    Described<Responses, Context['provider']>,
    unknown,
    Context['reply'],
    Context['app']
  > &
    Context['reply'] &
    Pending
) => HandlerReturn<Responses, Context['schemas'], Context['provider']>

/** Answers errors, whether or not guards accepted the request. */
export type ErrorHandler<App, Request, Reply> = (
  this: App,
  error: unknown,
  request: RawRequest<App> & RequestIn<'onError', Request>,
  reply: AnyReply<App, RawRequest & RequestIn<'onError', Request>> & Reply
) => unknown
