// Plugins as values. A plugin has its needs and its own members as phantom types, not as app types. Comparing two phantoms is cheap, comparing two apps is not. Each bucket is a type parameter, computed once where the plugin is made. At run time: src/plugin/, src/tree/load.ts.
import type { App } from './app.ts'
import type { BucketOf, Nothing, Shape, Typed } from './context.ts'
import type { LogSerializers } from './logger.ts'
import type { ParamsOf } from './path.ts'
import type { NeedsBesidePrefix, NeedsParams, NeedsParamsAround, ParamSchemas, WithParams } from './prefix.ts'
import type { ProviderAt } from './provider.ts'
import type { Refusal } from './refusal.ts'

/** A plugin made by `plugin` or `shared`, for `app.register`. At run time it is a function. */
// The name comes first, because messages omit later type arguments.
export interface PluginValue<
  out Name,
  in NeedsApp,
  in NeedsRequest,
  in NeedsReply,
  in NeedsSchemas,
  out ProvidesApp,
  out ProvidesRequest,
  out ProvidesReply,
  out ProvidesSchemas,
  in Options,
  out Sources
> {
  /** For the compiler only. */
  readonly ' plugin': {
    readonly needs: (app: NeedsApp, request: NeedsRequest, reply: NeedsReply, schemas: NeedsSchemas) => void
    readonly options: (options: Options) => void
    readonly provides: readonly [ProvidesApp, ProvidesRequest, ProvidesReply, ProvidesSchemas]
    readonly name: Name
    readonly sources: Sources
  }
}

/** The type of an exported plugin: its needs, the members that a shared one adds, and its options. */
export type Plugin<
  Needs extends Shape = Nothing,
  Provides extends Shape = Nothing,
  Options = Nothing,
  Name extends string = string,
  Sources = unknown
> = PluginValue<
  Name,
  BucketOf<Needs, 'app'>,
  BucketOf<Needs, 'request'>,
  BucketOf<Needs, 'reply'>,
  BucketOf<Needs, 'schemas'>,
  BucketOf<Provides, 'app'>,
  BucketOf<Provides, 'request'>,
  BucketOf<Provides, 'reply'>,
  BucketOf<Provides, 'schemas'>,
  Options,
  Sources
>

/** No needs, or nothing provided. */
export type NothingAtAll = Nothing

/** Any plugin, whatever it needs and provides. */
export type AnyPlugin = PluginValue<
  string,
  never,
  never,
  never,
  never,
  unknown,
  unknown,
  unknown,
  unknown,
  never,
  unknown
>

/** A requirement as a type, without importing its provider; made by `requires`. */
export interface Requirement<out Needed extends Shape> {
  /** For the compiler only. */
  readonly '~requires': Needed
}

/** Names to check when the plugin loads. */
export interface RequiredNames {
  readonly app?: readonly string[]
  readonly request?: readonly string[]
  readonly reply?: readonly string[]
}

/** The type of the function `requires`; the names are checked when the plugin loads. */
export type RequiresFunction = <Needed extends Shape>(names?: RequiredNames) => Requirement<Needed>

/** The option `needs`. */
export type NeedsOption = readonly AnyPlugin[] | Requirement<Shape>

/** The position of each bucket. */
export interface BucketIndex {
  app: 0
  request: 1
  reply: 2
  schemas: 3
}

/** One bucket of `needs`: the start of a plugin's own app. */
export type NeedIn<Needs, Kind extends keyof BucketIndex> =
  Needs extends Requirement<infer Needed>
    ? Needed[Kind] extends object
      ? Needed[Kind]
      : Nothing
    : ProvidedIn<Needs, BucketIndex[Kind]>

// The needs of a needed plugin are met as well: it is registered there or below.
type ProvidedIn<List, Index extends BucketIndex[keyof BucketIndex]> = List extends readonly [
  infer First extends AnyPlugin,
  ...infer Rest
]
  ? First[' plugin']['provides'][Index] & NeedsOf<First[' plugin']['needs']>[Index] & ProvidedIn<Rest, Index>
  : Nothing

// All four at once, because each would cost as much. A plugin's prefix is its own.
type NeedsOf<Needs> = Needs extends (
  app: infer OfApp,
  request: infer OfRequest,
  reply: infer OfReply,
  schemas: infer OfSchemas
) => void
  ? [OfApp, NeedsBesidePrefix<OfRequest>, OfReply, OfSchemas]
  : never

/** The members of each needed plugin by its name, for messages. */
export type SourcesOf<Needs> = Needs extends readonly AnyPlugin[]
  ? { readonly [Index in keyof Needs]: Needs[Index] extends AnyPlugin ? SourceOf<Needs[Index]> : never }
  : readonly []

/** The members of one needed plugin, by its name. */
export interface Source<out Name, out AppKeys, out RequestKeys, out ReplyKeys, out SchemaKeys> {
  readonly name: Name
  readonly app: AppKeys
  readonly request: RequestKeys
  readonly reply: ReplyKeys
  readonly schemas: SchemaKeys
}

type SourceOf<Given extends AnyPlugin> = Source<
  Given[' plugin']['name'],
  keyof Given[' plugin']['provides'][0],
  keyof Given[' plugin']['provides'][1],
  keyof Given[' plugin']['provides'][2],
  keyof Given[' plugin']['provides'][3]
>

/** The definition of a plugin. */
export interface PluginDefinition<Needs, Options, Name, Result, Params = Nothing> {
  /** Identifies the plugin in errors, in `hasPlugin` and in other plugins' `needs`. */
  name: Name
  /** The plugins that must have been registered before, or a type of the context. */
  needs?: Needs
  /** Schemas of parameters that the prefix of its context must have, by name; all its routes validate them. */
  params?: Params
  /** Makes the plugin's declarations. */
  // Nothing is inferred from the app. Without `NoInfer` the compiler would compute variances of `App`, a fifth of the cost of a completion in a plugin.
  setup: (
    app: NoInfer<
      App<
        NeedIn<Needs, 'app'>,
        NeedIn<Needs, 'app'>,
        NeedIn<Needs, 'request'> & WithParams<Params>,
        NeedIn<Needs, 'reply'>,
        NeedIn<Needs, 'schemas'>,
        ProviderAt<Params>
      >
    >,
    options: Options
  ) => Result
}

/** The type of `plugin`: declarations of `setup` stay in the plugin's own context. */
export type PluginFunction = <
  const Needs extends NeedsOption = [],
  Options = Nothing,
  const Name extends string = string,
  Params extends ParamSchemas = Nothing
>(
  definition: PluginDefinition<Needs, Options, Name, unknown, Params>
) => PluginValue<
  Name,
  NeedIn<Needs, 'app'>,
  NeedIn<Needs, 'request'> & NeedsParams<Params>,
  NeedIn<Needs, 'reply'>,
  NeedIn<Needs, 'schemas'>,
  Nothing,
  Nothing,
  Nothing,
  Nothing,
  Options,
  SourcesOf<Needs>
>

/** The type of `shared`: the context that registers the plugin gets the declarations of `setup`. */
export type SharedFunction = <
  const Needs extends NeedsOption = [],
  Options = Nothing,
  const Name extends string = string,
  OfApp = Nothing,
  OfRequest = Nothing,
  OfReply = Nothing,
  OfSchemas = Nothing,
  Params extends ParamSchemas = Nothing
>(
  definition: PluginDefinition<
    Needs,
    Options,
    Name,
    SetupResult<Typed<OfApp, OfRequest, OfReply, OfSchemas> | undefined>,
    Params
  >
) => PluginValue<
  Name,
  NeedIn<Needs, 'app'>,
  NeedIn<Needs, 'request'> & NeedsParamsAround<Params>,
  NeedIn<Needs, 'reply'>,
  NeedIn<Needs, 'schemas'>,
  Added<OfApp, NeedIn<Needs, 'app'>>,
  Added<OfRequest, NeedIn<Needs, 'request'>>,
  Added<OfReply, NeedIn<Needs, 'reply'>>,
  Added<OfSchemas, NeedIn<Needs, 'schemas'>>,
  Options,
  SourcesOf<Needs>
>

// biome-ignore lint/suspicious/noConfusingVoidType: a setup that shares nothing returns nothing
type SetupResult<Result> = Result | PromiseLike<Result | void> | void

/** The intersection `After` without its start `Before`. */
type Added<After, Before> = After extends Before & infer Steps ? (unknown extends Steps ? Nothing : Steps) : Nothing

/** Options of `register` for every plugin. They create the child context; a shared plugin has none. */
export interface MountOptions<Prefix extends string = string, Params = ParamSchemas, Around = never> {
  /** The path prefix of the plugin's routes. */
  prefix?: Prefix
  /** Schemas of the prefix parameters by name, which all routes below validate. */
  params?: ParamsOf<Params, Prefix, Around>
  /** The level of the request loggers of its routes; default: the parent context's. */
  logLevel?: string
  /** Serializers for their lines, in addition to the app's. */
  logSerializers?: LogSerializers
}

/** The options argument of `register`. */
export type OptionsArgument<Here, Options, Mount> = undefined extends Options
  ? GivenOptions<NonNullable<Options>, Here, Mount> | undefined
  : Nothing extends Options
    ? GivenOptions<Options, Here, Mount> | undefined
    : GivenOptions<Options, Here, Mount>

type GivenOptions<Options, Here, Mount> =
  | (Options & Mount & Spelled<keyof Options>)
  | OptionsFrom<Options & Mount, Here>

// An inline function accepts any options, and TypeScript infers too late which ones it reads; so likely slips are listed.
type Spelled<Name> = [Name & Misspelt] extends [never]
  ? unknown
  : Refusal<`'${Name & Misspelt}' is no option of every plugin, as prefix, params, logLevel and logSerializers are`>

type Misspelt =
  | (
      | 'prefx'
      | 'prefi'
      | 'preix'
      | 'prfix'
      | 'pefix'
      | 'perfix'
      | 'prefxi'
      | 'preifx'
      | 'preffix'
      | 'Prefix'
      | 'prefixes'
    )
  | ('basePath' | 'parms' | 'parmas' | 'prams' | 'Params' | 'loglevel' | 'logLvl' | 'LogLevel' | 'logSerializer')

// Named, because messages would show the app's type before the options'.
type OptionsFrom<Options, Here> = (app: Here) => Options

/** The callback of a plugin. */
export type PluginDone = (error?: Error | null) => void

/** An inline plugin, or one made for Fastify: a function of its app. */
// The app's type is a parameter, so that a function with Fastify's own types is accepted; without an annotation it is the child context.
export type PluginBody<Instance, Options> = (app: Instance, options: Options, done: PluginDone) => unknown

/** A module whose default export is a plugin. */
export interface PluginAsDefaultExport<Default> {
  readonly default: Default
}
