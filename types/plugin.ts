// Plugins as values. A plugin carries what it needs and what it provides as phantoms, never as app types: relating two
// phantoms is cheap, relating two apps is not. Twins: src/plugin/, src/tree/load.ts.
import type { App } from './app.ts'
import type { Buckets, Filled, NoClash, Nothing, Shape, Typed } from './context.ts'
import type { LogSerializers } from './logger.ts'
import type { SchemaProvider } from './provider.ts'
import type { Named, Refusal } from './refusal.ts'

/** A plugin made by `plugin` or `shared`: what `app.register` takes. At run time it is a function. */
export interface Plugin<
  in Needs extends Buckets,
  out Provides extends Buckets,
  in Options,
  out Name extends string,
  out List
> {
  /** For the compiler alone; not there at run time. */
  readonly '~plugin': {
    readonly needs: (context: Needs) => void
    readonly options: (options: Options) => void
    readonly provides: Provides
    readonly name: Name
    readonly list: List
  }
}

/** Any plugin, whatever it needs and provides. */
export type AnyPlugin = Plugin<never, Buckets, never, string, unknown>

/** A requirement stated as a shape, without importing what provides it; made by `requires`. */
export interface Requirement<out Needs extends Buckets> {
  /** For the compiler alone; not there at run time. */
  readonly '~requires': Needs
}

/** Names that a requirement wants checked when the plugin loads. */
export interface RequiredNames {
  readonly app?: readonly string[]
  readonly request?: readonly string[]
  readonly reply?: readonly string[]
}

/** The type of the function `requires`; the names are checked when the plugin loads. */
export type RequiresFunction = <const Needs extends Shape>(names?: RequiredNames) => Requirement<Filled<Needs>>

/** What `needs` may be. */
export type NeedsOption = readonly AnyPlugin[] | Requirement<Buckets>

/** The buckets that a plugin's own app starts with. */
export type NeedsOf<Needs> =
  Needs extends Requirement<infer Stated>
    ? Stated
    : {
        readonly app: Provided<Needs, 'app'>
        readonly request: Provided<Needs, 'request'>
        readonly reply: Provided<Needs, 'reply'>
        readonly schemas: Provided<Needs, 'schemas'>
      }

type Provided<List, Kind extends keyof Buckets> = List extends readonly [infer First, ...infer Rest]
  ? ProvidedBy<First>[Kind] & Provided<Rest, Kind>
  : Nothing

type ProvidedBy<Given> = Given extends { readonly '~plugin': { readonly provides: infer Provides extends Buckets } }
  ? Provides
  : NothingAtAll

/** Empty buckets. */
export interface NothingAtAll extends Buckets {
  readonly app: Nothing
  readonly request: Nothing
  readonly reply: Nothing
  readonly schemas: Nothing
}

/** The app that a plugin's `setup` gets: what it needs, and nothing else. */
export type AppWith<Given extends Buckets> = App<
  Given['app'],
  Given['app'],
  Given['request'],
  Given['reply'],
  Given['schemas'],
  SchemaProvider
>

/** The type of the function `plugin`: what `setup` declares stays in the plugin's own context. */
export type PluginFunction = <
  const Needs extends NeedsOption = [],
  Options = Nothing,
  const Name extends string = string
>(
  definition: PluginDefinition<Needs, Options, Name, unknown>
) => Plugin<NeedsOf<Needs>, NothingAtAll, Options, Name, Needs>

/** The type of the function `shared`: what `setup` returns is handed to the context that registers the plugin. */
export type SharedFunction = <
  const Needs extends NeedsOption = [],
  Options = Nothing,
  const Name extends string = string,
  OfApp = Nothing,
  OfRequest = Nothing,
  OfReply = Nothing,
  OfSchemas = Nothing
>(
  definition: PluginDefinition<Needs, Options, Name, Setup<Typed<OfApp, OfRequest, OfReply, OfSchemas> | void>>
) => Plugin<NeedsOf<Needs>, Added<NeedsOf<Needs>, OfApp, OfRequest, OfReply, OfSchemas>, Options, Name, Needs>

type Setup<Result> = Result | PromiseLike<Result>

/** What a plugin is made from. */
export interface PluginDefinition<Needs, Options, Name, Result> {
  /** Identifies the plugin in errors, in `hasPlugin` and in other plugins' `needs`. */
  name: Name
  /** The plugins that must have been registered before, or the shape that the context must have. */
  needs?: Needs
  /** Declares what the plugin is. */
  setup: (app: AppWith<NeedsOf<Needs>>, options: Options) => Result
}

/** What a setup added to what it started with. */
interface Added<Needs extends Buckets, OfApp, OfRequest, OfReply, OfSchemas> extends Buckets {
  readonly app: Without<OfApp, Needs['app']>
  readonly request: Without<OfRequest, Needs['request']>
  readonly reply: Without<OfReply, Needs['reply']>
  readonly schemas: Without<OfSchemas, Needs['schemas']>
}

/** The steps after `Before` in an intersection that began with it. */
type Without<After, Before> = After extends Before & infer Steps ? Steps & object : Nothing

/** Options of `register` that every plugin has. They create the child context; a shared plugin has none. */
export interface MountOptions {
  /** Path that the routes of the plugin begin with. */
  prefix?: string
  logLevel?: string
  logSerializers?: LogSerializers
}

/** The options argument of `register`: required, optional or absent as the plugin says. */
export type OptionsArgument<App, Options> = undefined extends Options
  ? [options?: GivenOptions<App, NonNullable<Options>>]
  : Nothing extends Options
    ? [options?: GivenOptions<App, Options>]
    : [options: GivenOptions<App, Options>]

type GivenOptions<App, Options> = (Options & MountOptions) | ((app: App) => Options & MountOptions)

/** Ends a plugin of the callback style. */
export type PluginDone = (error?: Error | null) => void

/** Whether a context has what a plugin needs and lacks what it provides; otherwise the sentence that says what is wrong. */
export type Admission<
  Here extends Buckets,
  Needs,
  Provides extends Buckets,
  Name extends string,
  List
> = Here extends Needs
  ? NoClash<Here['app'], Provides['app'], 'decorated'> &
      NoClash<Here['request'], Provides['request'], 'decorated'> &
      NoClash<Here['reply'], Provides['reply'], 'decorated'> &
      NoClash<Here['schemas'], Provides['schemas'], 'a visible schema'>
  : Refusal<Lack<Here, Needs, Name, List>>

type Lack<Here extends Buckets, Needs, Name extends string, List> = {
  [Kind in keyof Buckets & keyof Needs]: Here[Kind] extends Needs[Kind]
    ? never
    : LackIn<Kind, Here[Kind], Needs[Kind], Name, List>
}[keyof Buckets & keyof Needs]

type LackIn<Kind extends string, Present, Needed, Name extends string, List> = {
  [Key in keyof Needed]: Key extends keyof Present
    ? Present[Key] extends Needed[Key]
      ? never
      : `${Kind}.${Named<Key>} has another type here than the plugin "${Name}" needs`
    : `this context lacks ${Kind}.${Named<Key>}${Advice<ProviderOf<List, Kind, Key>>}`
}[keyof Needed]

type Advice<PluginName> = PluginName extends string
  ? string extends PluginName
    ? ''
    : ` (register the plugin "${PluginName}" first)`
  : ''

/** Name of the first plugin in `List` that provides `Key`. */
type ProviderOf<List, Kind extends string, Key> = List extends readonly [infer First, ...infer Rest]
  ? First extends { readonly '~plugin': { readonly provides: infer Provides; readonly name: infer Name } }
    ? Key extends keyof Provides[Kind & keyof Provides]
      ? Name
      : ProviderOf<Rest, Kind, Key>
    : ProviderOf<Rest, Kind, Key>
  : undefined

/** A module whose default export is a plugin. */
export interface PluginModule<Default> {
  readonly default: Default
}

/** What an inline plugin or one made for Fastify is: a function of the app it gets. */
// The app's type is a parameter so that a function written for Fastify's own types fits; without an annotation it is the
// child context.
export type PluginBody<Instance, Options> = (app: Instance, options: Options, done: PluginDone) => unknown

/** An espalier app that a function asks for must be one that this context is; a foreign app's type says nothing here. */
export type Fits<Here, Instance> =
  Instance extends Typed<unknown, unknown, unknown, unknown>
    ? Here extends Instance
      ? unknown
      : Refusal<'this context lacks something that the function needs of its app'>
    : unknown
