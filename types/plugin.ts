// Plugins as values. The type of a plugin contains the members that the plugin needs and adds. If it contained apps instead, each `register` would
// compare two app types, which is slow. At run time: src/plugin/, src/tree/load.ts.
import type { HintedApp, SetupHint } from './app-hint.ts'
import type { BucketOf, Nothing, Shape, Typed } from './context.ts'
import type { LogSerializers } from './logger.ts'
import type { ParamsOf } from './path.ts'
import type { NeedsBesidePrefix, NeedsParams, NeedsParamsAround, ParamSchemas, WithParams } from './prefix.ts'
import type { ProviderAt } from './provider.ts'
import type { Refusal, RequiredName } from './refusal.ts'

/** A plugin made by `plugin` or `shared`, for `app.register`. At run time it is a function. */
// The name comes first, because compiler messages omit later type arguments.
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
  /** Exists only in types. */
  readonly ' plugin': {
    readonly needs: (app: NeedsApp, request: NeedsRequest, reply: NeedsReply, schemas: NeedsSchemas) => void
    readonly options: (options: Options) => void
    readonly provides: readonly [ProvidesApp, ProvidesRequest, ProvidesReply, ProvidesSchemas]
    readonly name: Name
    readonly sources: Sources
  }
}

/** The type of an exported plugin: its needs, the members that it adds if it is shared, and its options. */
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

export type NothingAtAll = Nothing

/** Any plugin, whatever it needs and adds. */
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

/** The needs of a plugin as a type, made by `requires`. The plugin that adds the needed members is not imported. */
export interface Requirement<out Needed extends Shape> {
  /** Exists only in types. */
  readonly '~requires': Needed
}

/**
 * The names of decorators that must exist when the plugin loads.
 *
 * @example typeof requires({ app: ['db'], request: ['user'], reply: ['page'] }) // 'object'
 */
export interface RequiredNames {
  readonly app?: readonly string[]
  readonly request?: readonly string[]
  readonly reply?: readonly string[]
}

/** Declares the needs of a plugin by a type, and by names that are checked when the plugin loads. */
export type RequiresFunction = <Needed extends Shape>(names?: RequiredNames) => Requirement<Needed>

export type NeedsOption = readonly AnyPlugin[] | Requirement<Shape>

// Positions in tuples such as `provides` of `PluginValue`.
export interface BucketIndex {
  app: 0
  request: 1
  reply: 2
  schemas: 3
}

// Most plugins need nothing, so the empty list comes first.
export type NeedIn<Needs, Kind extends keyof BucketIndex> = Needs extends readonly []
  ? Nothing
  : Needs extends Requirement<infer Needed>
    ? Needed[Kind] extends object
      ? Needed[Kind]
      : Nothing
    : ProvidedIn<Needs, BucketIndex[Kind]>

type ProvidedIn<List, Index extends BucketIndex[keyof BucketIndex]> = List extends readonly [
  infer First extends AnyPlugin,
  ...infer Rest
]
  ? First[' plugin']['provides'][Index] & NeedsOf<First[' plugin']['needs']>[Index] & ProvidedIn<Rest, Index>
  : Nothing

// All four kinds are inferred at once, which costs no more than inferring one. Prefix parameters are left out, because each plugin has its own
// prefix.
type NeedsOf<Needs> = Needs extends (
  app: infer OfApp,
  request: infer OfRequest,
  reply: infer OfReply,
  schemas: infer OfSchemas
) => void
  ? [OfApp, NeedsBesidePrefix<OfRequest>, OfReply, OfSchemas]
  : never

export type SourcesOf<Needs> = Needs extends readonly AnyPlugin[]
  ? { readonly [Index in keyof Needs]: Needs[Index] extends AnyPlugin ? SourceOf<Needs[Index]> : never }
  : readonly []

/** The name of a needed plugin, and the names of its members by kind. */
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

/**
 * The definition of a plugin.
 *
 * @example
 * const params = { org: Type.Integer() }
 * const tickets = plugin({ name: 'tickets', needs: [], params, setup: (app) => app.get('/', ({ params }) => params.org + 1) })
 * const { body } = await app.register(tickets, { prefix: '/:org' }).inject('/7') // '8'
 */
export interface PluginDefinition<Needs, Options, Name, Result, Params = Nothing> {
  /** Identifies the plugin in errors, in `hasPlugin` and in other plugins' `needs`. */
  name: Name
  /** The plugins that must have been registered before, or the result of `requires`. */
  needs?: Needs
  /** Schemas, by name, of path parameters that the prefix of the plugin's context must have. Every route of the plugin validates these parameters. */
  params?: Params
  /** Makes the plugin's declarations. */
  // The app's type follows from the other properties. Without `NoInfer` the compiler would compute the variances of `App`, which takes a fifth of
  // the time of a completion in a plugin.
  setup: (
    app: NoInfer<
      HintedApp<
        SetupHint,
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

/** Makes a plugin whose declarations stay in its own context. */
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

/** Makes a plugin whose declarations also apply to the context that registers it. */
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

// The rest of an intersection: `Added<A & B, A>` is `B`.
type Added<After, Before> = After extends Before & infer Steps ? (unknown extends Steps ? Nothing : Steps) : Nothing

/**
 * Options of `register` for the child context of a plugin. A shared plugin has no child context and takes none of these options.
 *
 * @example
 * const options = { prefix: '/:org', params: { org: Type.Integer() }, logLevel: 'warn', logSerializers: {} }
 * app.register(async (child) => child.get('/', ({ params }) => params.org + 1), options)
 * const { body } = await app.inject('/7') // '8'
 */
export interface MountOptions<Prefix extends string = string, Params = ParamSchemas, Around = never> {
  /** The path prefix of the plugin's routes. */
  prefix?: Prefix
  /** Schemas of the prefix parameters, by name. All routes of the context validate these parameters. */
  params?: ParamsOf<Params, Prefix, Around>
  /** The level of the routes' request loggers; default: the parent context's. */
  logLevel?: string
  /** Serializers for the log lines of the routes' requests, in addition to the app's. */
  logSerializers?: LogSerializers
}

export type OptionsArgument<Here, Options, Mount, Name> = undefined extends Options
  ? OptionsOf<Name, OptionsHint, NonNullable<Options>, Here, Mount> | undefined
  : Nothing extends Options
    ? OptionsOf<Name, OptionsHint, Options, Here, Mount> | undefined
    : OptionsOf<Name, RequiredHint<RequiredName<Options>>, Options, Here, Mount>

// `_Name` and `_Hint` appear only in compiler messages about a missing or misspelt option: the name of the plugin, and a sentence.
type OptionsOf<_Name, _Hint, Options, Here, Mount> =
  | (Options & Mount & Spelled<keyof Options>)
  | OptionsFrom<Options & Mount, Here>

type OptionsHint = 'has no such option: it takes its own, prefix, params, logLevel and logSerializers'

type RequiredHint<Key> = Key extends Misspelt
  ? OptionsHint
  : `needs its option ${Key & string}: register(plugin, { ${Key & string} })`

// For an inline plugin the compiler would accept a misspelt name, such as `prefx`, as the plugin's own option.
type Spelled<Name> = [Name & Misspelt] extends [never]
  ? unknown
  : Refusal<`'${Name & Misspelt}' is no option of every plugin, as prefix, params, logLevel and logSerializers are`>

type Misspelt =
  | ('prefx' | 'prefi' | 'preix' | 'prfix' | 'pefix' | 'perfix' | 'prefxi' | 'preifx' | 'preffix')
  | ('Prefix' | 'prefixes')
  | ('basePath' | 'parms' | 'parmas' | 'prams' | 'Params' | 'loglevel' | 'logLvl' | 'LogLevel' | 'logSerializer')

type OptionsFrom<Options, Here> = (app: Here) => Options

/** Ends a plugin in callback style. */
export type PluginDone = (error?: Error | null) => void

// The app's type is a type parameter, so that functions with Fastify's types are accepted.
export type PluginBody<Instance, Options> = (app: Instance, options: Options, done: PluginDone) => unknown

export interface PluginAsDefaultExport<Default> {
  readonly default: Default
}
