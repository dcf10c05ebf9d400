// Plugins made for Fastify, registered in an espalier app. Such a plugin augments the module `fastify`, which adds its members to every app of a
// program. Here only the context that adopts the plugin gets these members. Implementation: src/plugin/fastify.ts.
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions as FastifyRouteOptions
} from 'fastify'
import type { AppMembers } from './app.ts'
import type { Nothing } from './context.ts'
import type { RouteContext } from './handler.ts'
import type { HookName } from './hook.ts'
import type { AnyPlugin, NeedIn, PluginAsDefaultExport, PluginValue, SourcesOf } from './plugin.ts'
import type { AnyReply, PendingReply, ReplyMembers } from './reply.ts'
import type { RawRequest, RequestMembers } from './request.ts'
import type { RouteHooks, RouteSettings } from './route.ts'
import type { TakingSockets } from './socket.ts'

export type AdoptableOfApp = Exclude<
  keyof FastifyInstance & string,
  keyof AppMembers<Nothing, Nothing, Nothing, Nothing, Nothing, unknown>
>

export type AdoptableOfRequest = Exclude<keyof FastifyRequest & string, keyof RawRequest<unknown>>

export type AdoptableOfReply = Exclude<keyof FastifyReply & string, keyof ReplyMembers<unknown, unknown>>

export type AdoptableOfRoute = 'wsHandler' & keyof FastifyRouteOptions

/** A plugin made for Fastify: a function of the app, the plugin's options and, if it takes a callback, `done`. */
export type FastifyPlugin<Options> = (app: never, options: Options, done: never) => unknown

/**
 * The decorators that a plugin made for Fastify adds, and the plugins that it depends on.
 *
 * @example
 * const names = { app: ['jwt'], request: ['user'], reply: ['setCookie'], sends: ['view'], route: ['wsHandler'] }
 * await app.register(adopt(async () => {}, { name: 'jwt', needs: [], ...names })) // throws ESP_ERR_ADOPTED_DECORATOR_MISSING
 */
export interface Adopted<Name, Needs, OfApp, OfRequest, OfReply, OfRoute = never, Sending = never> {
  /** Identifies the plugin in errors and in other plugins' `needs`; default: the plugin's own name. */
  name?: Name
  /** The plugins that must have been registered before. */
  needs?: Needs
  /** Decorators of the app. */
  app?: readonly OfApp[]
  /** Decorators of every request. */
  request?: readonly OfRequest[]
  /** Decorators of every reply that send nothing, such as `setCookie`. */
  reply?: readonly OfReply[]
  /** Decorators of every reply that send a response, such as `sendFile`. */
  sends?: readonly Sending[]
  /** `['wsHandler']` if the plugin adds this route option. Write other route options of plugins with `routeOptions`. */
  route?: readonly OfRoute[]
}

/** Makes an espalier plugin from a plugin made for Fastify and the names of its decorators. */
export type AdoptFunction = <
  Options = Nothing,
  const OfApp extends AdoptableOfApp = never,
  const OfRequest extends AdoptableOfRequest = never,
  const OfReply extends AdoptableOfReply = never,
  const OfRoute extends AdoptableOfRoute = never,
  const Sending extends AdoptableOfReply = never,
  const Name extends string = string,
  const Needs extends readonly AnyPlugin[] = []
>(
  plugin: FastifyPlugin<Options> | PluginAsDefaultExport<FastifyPlugin<Options>>,
  adopted?: Adopted<Name, Needs, OfApp, OfRequest, OfReply, OfRoute, Sending>
) => PluginValue<
  Name,
  NeedIn<Needs, 'app'>,
  NeedIn<Needs, 'request'>,
  NeedIn<Needs, 'reply'>,
  NeedIn<Needs, 'schemas'>,
  MembersOf<OfApp, FastifyInstance> & RoutesWith<OfRoute>,
  MembersOf<OfRequest, FastifyRequest>,
  MembersOf<Exclude<OfReply, Sending>, FastifyReply> & MembersOf<Sending, FastifyReply, PendingReply>,
  Nothing,
  Options,
  SourcesOf<Needs>
>

type MembersOf<Name extends keyof From, From, Done = unknown> = [Name] extends [never]
  ? Nothing
  : Taking<Name, From, Done> extends (members: infer Members) => void
    ? Members
    : never

type Taking<Name extends keyof From, From, Done> = Name extends unknown
  ? (members: Record<Name, Member<(From & Itself)[Name], Done>>) => void
  : never

type RoutesWith<Name extends AdoptableOfRoute> = [Name] extends [never]
  ? unknown
  : TakingSockets<
      NonNullable<FastifyRouteOptions[Name]> extends (socket: infer Socket, ...rest: never) => unknown ? Socket : never
    >

// Marks the object on which a Fastify method is called. A method whose result has this key returns `this`.
export interface Itself {
  readonly ' itself': true
}

// Matches `FastifyRequest` with any type arguments, by a few of its properties.
interface RequestLike {
  readonly originalUrl: string
  readonly is404: boolean
}
interface ReplyLike {
  readonly elapsedTime: number
  readonly sent: boolean
}
interface AppLike {
  readonly initialConfig: object
  readonly pluginName: string
}
type FastifyLike = RequestLike | ReplyLike | AppLike

// The type of a Fastify decorator, with espalier's app, request and reply in place of Fastify's.
export type Member<Type, Done = unknown> = Type extends (...args: never[]) => unknown ? Method<Type, Done> : Type

type Method<Type, Done> = Type extends {
  (...args: infer First): infer FirstResult
  (...args: infer Second): infer SecondResult
  (...args: infer Third): infer ThirdResult
}
  ? Mentions<[First, Second, Third], FirstResult | SecondResult | ThirdResult> extends true
    ? Signature<First, FirstResult, Done> & Signature<Second, SecondResult, Done> & Signature<Third, ThirdResult, Done>
    : Type
  : Type extends (...args: infer Only) => infer Result
    ? Mentions<[Only], Result> extends true
      ? Signature<Only, Result, Done>
      : Type
    : Type

type Mentions<ArgumentLists extends readonly unknown[][], Result> = [
  OfFastify<ArgumentLists[number][number]> | OfFastify<Result>
] extends [false]
  ? false
  : true

type OfFastify<Type> = unknown extends Type
  ? false
  : Type extends FastifyLike
    ? true
    : Type extends (...args: infer Arguments) => unknown
      ? Mentions<[Arguments], never>
      : false

// Fastify's types do not show whether a method sends a response: both `setCookie` and `sendFile` return a reply. So the option `sends` lists the
// methods that send.
type Signature<Arguments extends unknown[], Result, Done> = Result extends Itself | ReplyLike
  ? <Here>(this: Here, ...args: Taken<Arguments>) => Unsent<Here> & Done
  : (...args: Taken<Arguments>) => Given<Result>

// Methods that return the reply, such as `setCookie`. Their result is not `PendingReply`, or a handler could return it as a sent response.
type Unsent<Here> = Here extends infer Prepared & PendingReply ? Prepared : Here

type Taken<Arguments extends unknown[]> = { [Index in keyof Arguments]: TakenOne<Arguments[Index]> }

type TakenOne<Type> = unknown extends Type
  ? Type
  : Type extends RequestLike
    ? RequestMembers<unknown>
    : Type extends ReplyLike
      ? ReplyMembers<unknown, unknown>
      : Type

// A method such as `app.auth([…])` returns a Fastify hook. The result here is a hook for espalier's routes.
type Given<Result> = unknown extends Result
  ? Result
  : Result extends (...args: infer Arguments) => infer Inner
    ? (...args: Taken<Arguments>) => Inner
    : Result

/** Route options that plugins add to Fastify's route options, and the `config` that plugins read. */
export type PluginRouteOptions = {
  [Key in Exclude<keyof FastifyRouteOptions, OwnRouteOption>]?: Called<FastifyRouteOptions[Key]>
} & { config?: FastifyContextConfig }

type OwnRouteOption =
  | keyof RouteSettings<RouteContext>
  | keyof RouteHooks<RouteContext, string>
  | Exclude<HookName, 'onRoute'>
  | ('method' | 'url' | 'handler' | 'schema' | 'config' | 'attachValidation' | 'validatorCompiler')
  // `websocket` is excluded, because it passes an untyped socket to the handler. `wsHandler` is excluded, because only `adopt` gives it a type.
  | ('websocket' | 'wsHandler')

type Called<Type> = Type extends (...args: infer Arguments) => infer Result
  ? (...args: { [Index in keyof Arguments]: CalledWith<Arguments[Index]> }) => Result
  : Type

type CalledWith<Type> = Type extends RequestLike ? RawRequest<unknown> : Type extends ReplyLike ? AnyReply : Type

/** Returns the given route options of plugins with a type that espalier's routes accept. */
// TypeScript refuses an object that shares no property with an all-optional type (weak type detection). `bodyLimit` is the shared property.
export type RouteOptionsFunction = <const Options extends PluginRouteOptions>(
  options: Options
) => Options & Pick<RouteSettings<RouteContext>, 'bodyLimit'>
