// Whether a context admits a plugin: it has all that the plugin needs and lacks all that the plugin provides. Otherwise the parameter type of
// `register` is an error text.
import type { NoClash, Nothing, Typed } from './context.ts'
import type { BucketIndex, PluginAsDefaultExport, PluginBody, PluginValue, Source } from './plugin.ts'
import type { AroundName, Prefixed } from './prefix.ts'
import type { Alone, Named, Refusal, RequiredName } from './refusal.ts'

/** The buckets of a context, or those that a plugin needs. */
export interface Buckets<out OfApp, out OfRequest, out OfReply, out OfSchemas> {
  readonly app: OfApp
  readonly request: OfRequest
  readonly reply: OfReply
  readonly schemas: OfSchemas
}

/** `Made` if the context has all that is needed; otherwise a text with what is missing. */
export type Admitted<Here, Needed, Name, Sources, Made> = Here extends Needed
  ? Made
  : Refusal<`this context ${Lack<Here, Needed, Name, Sources>}`>

/** `Made` unless it would declare a name twice; otherwise a text with that name. */
export type Unclashing<Here extends AnyBuckets, Needed extends AnyBuckets, Added extends AnyBuckets, Made> = OrRefusal<
  NoClash<Here['app'], Needed['app'], Added['app'], 'decorated'> &
    NoClash<Here['request'], Needed['request'], Added['request'], 'decorated'> &
    NoClash<Here['reply'], Needed['reply'], Added['reply'], 'decorated'> &
    NoClash<Here['schemas'], Needed['schemas'], Added['schemas'], 'a visible schema'>,
  Made
>

type OrRefusal<Clash, Made> = unknown extends Clash ? Made : Clash

type AnyBuckets = Buckets<unknown, unknown, unknown, unknown>

// Without the first words: messages show the alias' name for a text that is an alias of its own.
type Lack<Here, Needed, Name, Sources> =
  MissingPlugins<Here, Sources> extends infer Missing extends readonly string[]
    ? Missing extends readonly [string, string, ...string[]]
      ? `lacks the plugins ${Listed<Missing>}: register them first`
      : Told<LackOfOne<Here, Needed, Name, Sources, Missing>>
    : never

// A text about stages comes with those about members, and is dropped if there are any.
type Told<Sentence> = [Exclude<Sentence, LateMembers>] extends [never] ? Sentence : Exclude<Sentence, LateMembers>

type LateMembers = `has members of requests at other stages than ${string}`

type LackOfOne<Here, Needed, Name, Sources, Missing extends readonly string[]> = {
  [Kind in keyof Here & keyof Needed & keyof BucketIndex]: LackIn<
    Kind,
    Here[Kind],
    Needed[Kind],
    Name,
    Sources,
    Missing
  >
}[keyof Here & keyof Needed & keyof BucketIndex]

// If a plugin is missing, its members are not listed one by one.
type LackIn<Kind extends keyof BucketIndex, Present, Needed, Name, Sources, Missing extends readonly string[]> = {
  [Key in keyof Needed]-?: Key extends ' prefix'
    ? LackOfParams<Present, Needed[Key], Name, ' shared' extends keyof Needed ? true : false>
    : Key extends keyof Present
      ? Present[Key] extends Needed[Key]
        ? never
        : Key extends ' guarded'
          ? `has members of requests at other stages than ${Owner<Name>} needs them`
          : `has ${Kind}.${Named<Key>} of another type than the plugin "${Name & string}" needs`
      : Key extends ' guarded' | ' shared'
        ? never
        : Missing extends readonly [infer Plugin extends string]
          ? NameOf<Sources, Kind, Key> extends never
            ? never
            : [IsOne<KeysOf<Sources, Plugin>>, Key] extends [true, Exclude<Key, ` ${string}`>]
              ? `lacks ${Kind}.${Named<Key>} (register the plugin "${Plugin}" first)`
              : `lacks the plugin "${Plugin}": register it first`
          : `lacks ${Kind}.${Named<Key>}`
}[keyof Needed]

type LackOfParams<Present, Needed, Name, IsShared> = [Exclude<keyof Needed, AroundName<Present>>] extends [never]
  ? Present extends Prefixed<Needed>
    ? never
    : `declares a parameter of its prefix in another way than ${Owner<Name>} does`
  : LackOfParam<Exclude<keyof Needed, AroundName<Present>> & string, Name, IsShared>

// A shared plugin has the prefix of the context that registers it.
type LackOfParam<Param extends string, Name, IsShared> = IsShared extends true
  ? `lacks the parameter '${Param}': register it in a context with { prefix: '/:${Param}' } or in a plugin with params: { ${Param} }`
  : `lacks the parameter '${Param}' in its prefix: register ${Owner<Name>} with { prefix: '/:${Param}' }`

/** The names of plugins among `Sources` whose members the context lacks. */
type MissingPlugins<Here, Sources> = Sources extends readonly [infer First, ...infer Rest]
  ? First extends Source<infer Name, infer App, infer Request, infer Reply, infer Schemas>
    ? [LackingKey<Here, { app: App; request: Request; reply: Reply; schemas: Schemas }>] extends [never]
      ? MissingPlugins<Here, Rest>
      : string extends Name
        ? MissingPlugins<Here, Rest>
        : [Name, ...MissingPlugins<Here, Rest>]
    : []
  : []

type LackingKey<Here, Provided> = {
  [Kind in keyof Here & keyof Provided]: Exclude<Provided[Kind], keyof Here[Kind]>
}[keyof Here & keyof Provided]

type Listed<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends string[]
]
  ? Rest extends []
    ? `"${First}"`
    : `"${First}", ${Listed<Rest>}`
  : ''

/** Name of the plugin among `Sources` that provides `Key`. */
type NameOf<Sources, Kind extends keyof BucketIndex, Key> = Sources extends readonly [infer First, ...infer Rest]
  ? First extends Source<infer Name, unknown, unknown, unknown, unknown>
    ? Key extends First[Kind]
      ? Name
      : NameOf<Rest, Kind, Key>
    : never
  : never

/** All members that the plugin of a name provides. */
type KeysOf<Sources, Name> = Sources extends readonly [infer First, ...infer Rest]
  ? First extends Source<Name, infer App, infer Request, infer Reply, infer Schemas>
    ? App | Exclude<Request, ' guarded'> | Reply | Schemas
    : KeysOf<Rest, Name>
  : never

type IsOne<Key, All = Key> = Key extends unknown ? ([All] extends [Key] ? true : false) : never

/** `Body`, unless it requires an app that this context is not; the type of a foreign app does not count. */
export type Fits<Here, Instance, Body> =
  Instance extends Typed<infer OfApp, infer OfRequest, infer OfReply, infer OfSchemas>
    ? Here extends Instance
      ? Body
      : Here extends Typed<infer HasApp, infer HasRequest, infer HasReply, infer HasSchemas>
        ? Admitted<
            Buckets<HasApp, HasRequest, HasReply, HasSchemas>,
            Buckets<OfApp, OfRequest, OfReply, OfSchemas>,
            string,
            readonly [],
            Body
          >
        : Body
    : Body

/** `Made` for a plugin that needs no options; otherwise a text with them. */
export type WithoutOptions<Options, Name, Made> = [MissingOption<Options>] extends [never]
  ? Made
  : Refusal<`${Owner<Name>} needs its option ${MissingOption<Options>}`>

type MissingOption<Options> = undefined extends Options
  ? never
  : Nothing extends Options
    ? never
    : RequiredName<Options> extends infer Key extends string
      ? `${Key}: register(plugin, { ${Key} })`
      : never

type Owner<Name> = string extends Name ? 'this function' : `the plugin "${Name & string}"`

// Nothing until the function's app is known: then a generic call such as fastify-plugin's is inferred by its own types.
/** The argument of `register`: a plugin or a function that the context admits, a promise of one, or a module whose default is one. */
export type Admissible<
  Here,
  Loaded,
  Request,
  Reply,
  Schemas,
  NeedsApp,
  NeedsRequest,
  NeedsReply,
  NeedsSchemas,
  ProvidesApp,
  ProvidesRequest,
  ProvidesReply,
  ProvidesSchemas,
  Options,
  Name,
  Sources,
  Instance
> = Instance extends unknown
  ? Loadable<
      Alone<
        | Admitted<
            Buckets<Loaded, Request, Reply, Schemas>,
            Buckets<NeedsApp, NeedsRequest, NeedsReply, NeedsSchemas>,
            Name,
            Sources,
            Unclashing<
              Buckets<Loaded, Request, Reply, Schemas>,
              Buckets<NeedsApp, NeedsRequest, NeedsReply, NeedsSchemas>,
              Buckets<ProvidesApp, ProvidesRequest, ProvidesReply, ProvidesSchemas>,
              PluginValue<
                Name,
                NeedsApp,
                NeedsRequest,
                NeedsReply,
                NeedsSchemas,
                ProvidesApp,
                ProvidesRequest,
                ProvidesReply,
                ProvidesSchemas,
                Options,
                Sources
              >
            >
          >
        | Fits<Here, Instance, PluginBody<Instance, Options>>
      >
    >
  : never

type Loadable<Made> = [Made] extends [Refusal<string>]
  ? Made
  : Made | PluginAsDefaultExport<Made> | Imported<Made> | PromiseLike<Made | PluginAsDefaultExport<Made>>

// Not only `PromiseLike`, because its messages list the parameters of `then`.
type Imported<Made> = Promise<Made | PluginAsDefaultExport<Made>>
