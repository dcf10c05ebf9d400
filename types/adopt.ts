// Plugins made for Fastify, as plugins of a context. They declare their members for every request of a program, by augmenting the module `fastify`. Here only
// the context that adopts them has those members. At run time: src/plugin/fastify.ts.
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions as FastifyRouteOptions
} from 'fastify'
import type { AppMembers } from './app.ts'
import type { Nothing } from './context.ts'
import type { HookName } from './hook.ts'
import type { AnyPlugin, NeedIn, PluginValue, SourcesOf } from './plugin.ts'
import type { AnyReply, Pending, ReplyMembers } from './reply.ts'
import type { RawRequest, RequestMembers } from './request.ts'
import type { RouteHooks, RouteSettings } from './route.ts'
import type { TakingSockets } from './socket.ts'

/** The names that plugins add to Fastify's app, which `adopt` takes. */
export type AdoptableOfApp = Exclude<
  keyof FastifyInstance & string,
  keyof AppMembers<Nothing, Nothing, Nothing, Nothing, Nothing, unknown>
>

/** The names that plugins add to Fastify's requests. */
export type AdoptableOfRequest = Exclude<keyof FastifyRequest & string, keyof RawRequest<unknown>>

/** The names that plugins add to Fastify's replies. */
export type AdoptableOfReply = Exclude<keyof FastifyReply & string, keyof ReplyMembers<unknown, unknown>>

/** Route options that are functions with the request of the route. */
export type AdoptableOfRoute = 'wsHandler' & keyof FastifyRouteOptions

/** A plugin made for Fastify: a function of the app, its options and, in the callback style, `done`. */
export type FastifyPlugin<Options> = (app: never, options: Options, done: never) => unknown

/** The decorators that an adopted plugin adds, by name, and its needs. */
export interface Adopted<Name, Needs, OfApp, OfRequest, OfReply, OfRoute = never, Sending = never> {
  /** Identifies the plugin in errors and in other plugins' `needs`; default: its own name. */
  name?: Name
  /** The plugins that must have been registered before. */
  needs?: Needs
  /** Decorators of the app. */
  app?: readonly OfApp[]
  /** Decorators of every request. */
  request?: readonly OfRequest[]
  /** Decorators of every reply: values, and methods that only prepare it, such as `setCookie`. */
  reply?: readonly OfReply[]
  /** Decorators of every reply that send a response, such as `sendFile`. */
  sends?: readonly Sending[]
  /** Route options that are functions: `wsHandler`. `routeOptions` types the others. */
  route?: readonly OfRoute[]
}

/** The type of the function `adopt`. */
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
  plugin: FastifyPlugin<Options>,
  adopted?: Adopted<Name, Needs, OfApp, OfRequest, OfReply, OfRoute, Sending>
) => PluginValue<
  Name,
  NeedIn<Needs, 'app'>,
  NeedIn<Needs, 'request'>,
  NeedIn<Needs, 'reply'>,
  NeedIn<Needs, 'schemas'>,
  { [Key in OfApp]: Member<(FastifyInstance & Itself)[Key]> } & RoutesWith<OfRoute>,
  { [Key in OfRequest]: Member<(FastifyRequest & Itself)[Key]> },
  { [Key in OfReply | Sending]: Member<(FastifyReply & Itself)[Key], Key extends Sending ? Pending : unknown> },
  Nothing,
  Options,
  SourcesOf<Needs>
>

type RoutesWith<Name extends AdoptableOfRoute> = [Name] extends [never]
  ? unknown
  : TakingSockets<
      NonNullable<FastifyRouteOptions[Name]> extends (socket: infer Socket, ...rest: never) => unknown ? Socket : never
    >

/** Marks the result of a method that returns `this`. */
export interface Itself {
  readonly ' itself': true
}

// Fastify's own types are recognized by a few members: type parameters and augmentations do not matter.
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

/**
 * A decorator in a context of espalier. Methods with Fastify's own objects take and return espalier's. Generic methods without them stay unchanged.
 * `Done` is the type of a reply that a method has returned.
 */
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

// Fastify's types do not show which methods send: `setCookie` returns a reply as `sendFile` does.
type Signature<Arguments extends unknown[], Result, Done> = Result extends Itself | ReplyLike
  ? <Here>(this: Here, ...args: Taken<Arguments>) => Unsent<Here> & Done
  : (...args: Taken<Arguments>) => Given<Result>

/** A reply that counts as sent if a handler got it; methods that only prepare it do not change that. */
type Unsent<Here> = Here extends infer Prepared & Pending ? Prepared : Here

/** Arguments of Fastify's types become those of any context of espalier. */
type Taken<Arguments extends unknown[]> = { [Index in keyof Arguments]: TakenOne<Arguments[Index]> }

type TakenOne<Type> = unknown extends Type
  ? Type
  : Type extends RequestLike
    ? RequestMembers<unknown>
    : Type extends ReplyLike
      ? ReplyMembers<unknown, unknown>
      : Type

/** The result of a method that makes a hook is a hook for espalier's routes. */
type Given<Result> = unknown extends Result
  ? Result
  : Result extends (...args: infer Arguments) => infer Inner
    ? (...args: Taken<Arguments>) => Inner
    : Result

/** Route options that plugins add to Fastify's, and the `config` that they read. */
export type PluginRouteOptions = {
  [Key in Exclude<keyof FastifyRouteOptions, OwnRouteOption>]?: Called<FastifyRouteOptions[Key]>
} & { config?: FastifyContextConfig }

type OwnRouteOption =
  | keyof RouteSettings<unknown>
  | keyof RouteHooks<unknown, string, unknown, unknown>
  | Exclude<HookName, 'onRoute'>
  | ('method' | 'url' | 'handler' | 'schema' | 'config' | 'attachValidation' | 'validatorCompiler')
  // `websocket` passes a socket to the handler, without types. `wsHandler` has types, in a context that adopted it.
  | ('websocket' | 'wsHandler')

/** A function that a plugin calls with Fastify's objects gets espalier's. */
type Called<Type> = Type extends (...args: infer Arguments) => infer Result
  ? (...args: { [Index in keyof Arguments]: CalledWith<Arguments[Index]> }) => Result
  : Type

type CalledWith<Type> = Type extends RequestLike ? RawRequest<unknown> : Type extends ReplyLike ? AnyReply : Type

/** The type of the function `routeOptions`. */
// Includes an option of every route, because the compiler refuses objects without any known option.
export type RouteOptionsFunction = <const Options extends PluginRouteOptions>(
  options: Options
) => Options & Pick<RouteSettings<unknown>, 'bodyLimit'>
