// Checks of `app.register`. A plugin fits if the registering context has every decorator and schema that the plugin needs, and none that it adds.
// Otherwise the type of the parameter is an error text.
import type { Assumed, NoClash, Nothing, Typed } from './context.ts'
import type { BucketIndex, PluginAsDefaultExport, PluginBody, PluginValue, Source } from './plugin.ts'
import type { AroundName, NeedsBesidePrefix, Prefixed } from './prefix.ts'
import type { Named, Refusal, RequiredName } from './refusal.ts'

export interface Buckets<out OfApp, out OfRequest, out OfReply, out OfSchemas> {
  readonly app: OfApp
  readonly request: OfRequest
  readonly reply: OfReply
  readonly schemas: OfSchemas
}

export type Admitted<Here, Needed, Name, Sources, Accepted> = Here extends Needed
  ? Accepted
  : Refusal<`this context ${Lack<Here, Needed, Name, Sources>}`>

// After a refused plugin, the context's type also has the decorators that this plugin needs. So one missing plugin causes only one error.
export type Complete<Present, Needed> = Present extends Needed ? Present : Present & Needed & Assumed<Needed>

export type CompleteRequest<Present, Needed> = Present extends Needed
  ? Present
  : [Exclude<AroundName<Needed>, AroundName<Present>>] extends [never]
    ? Complete<Present, Needed>
    : Complete<Present, NeedsBesidePrefix<Needed>>

export type Unclashing<
  Here extends AnyBuckets,
  Needed extends AnyBuckets,
  Added extends AnyBuckets,
  Accepted
> = OrRefusal<
  NoClash<Here['app'], Needed['app'], Added['app'], 'decorated'> &
    NoClash<Here['request'], Needed['request'], Added['request'], 'decorated'> &
    NoClash<Here['reply'], Needed['reply'], Added['reply'], 'decorated'> &
    NoClash<Here['schemas'], Needed['schemas'], Added['schemas'], 'a visible schema'>,
  Accepted
>

type OrRefusal<Clash, Accepted> = unknown extends Clash ? Accepted : Clash

type AnyBuckets = Buckets<unknown, unknown, unknown, unknown>

type Lack<Here, Needed, Name, Sources> =
  MissingPlugins<Here, Sources> extends infer Missing extends readonly string[]
    ? Missing extends readonly [string, string, ...string[]]
      ? `lacks the plugins ${Listed<Missing>}: register them first`
      : Missing extends readonly [`of ${infer Member}`]
        ? `lacks the plugin of ${Member}: register it first`
        : WithoutStageText<LackOfOne<Here, Needed, Name, Sources, Missing>>
    : never

type WithoutStageText<Sentence> = [Exclude<Sentence, StageText>] extends [never]
  ? Sentence
  : Exclude<Sentence, StageText>

type StageText = `has members of requests at other stages than ${string}`

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

// If a needed plugin is missing, the error text names only that plugin, because all other differences follow from it.
type LackIn<Kind extends keyof BucketIndex, Present, Needed, Name, Sources, Missing extends readonly string[]> = {
  [Key in keyof Needed]-?: Key extends ' prefix'
    ? Missing extends readonly []
      ? LackOfParams<Present, Needed[Key], Name, ' shared' extends keyof Needed ? true : false>
      : never
    : Key extends keyof Present
      ? Missing extends readonly [string]
        ? never
        : Present[Key] extends Needed[Key]
          ? never
          : Key extends ' guarded'
            ? `has members of requests at other stages than ${Owner<Name>} needs them`
            : `has ${Kind}.${Named<Key>} of another type than the plugin "${Name & string}" needs`
      : Key extends ' guarded' | ' shared'
        ? never
        : Missing extends readonly [`"${infer Plugin}"`]
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
    : `declares a parameter of its prefix in another way than ${Owner<Name>} does: give both the same schema`
  : LackOfParam<Exclude<keyof Needed, AroundName<Present>> & string, Name, IsShared>

// A shared plugin has no prefix of its own, so the prefix of the registering context must contain the path parameter.
type LackOfParam<Param extends string, Name, IsShared> = IsShared extends true
  ? `lacks the parameter '${Param}': register it in a context with { prefix: '/:${Param}' } or in a plugin with params: { ${Param} }`
  : `lacks the parameter '${Param}' in its prefix: register ${Owner<Name>} with { prefix: '/:${Param}' }`

type MissingPlugins<Here, Sources> = Sources extends readonly [infer First, ...infer Rest]
  ? First extends Source<infer Name, infer App, infer Request, infer Reply, infer Schemas>
    ? [LackingKey<Here, { app: App; request: Request; reply: Reply; schemas: Schemas }>] extends [never]
      ? MissingPlugins<Here, Rest>
      : [
          string extends Name
            ? `of ${OneOf<LackingMember<Here, { app: App; request: Request; reply: Reply }>>}`
            : `"${Name & string}"`,
          ...MissingPlugins<Here, Rest>
        ]
    : []
  : []

type LackingKey<Here, Provided> = {
  [Kind in keyof Here & keyof Provided]: Exclude<Provided[Kind], keyof Here[Kind]>
}[keyof Here & keyof Provided]

type LackingMember<Here, Provided> = {
  [Kind in keyof Here & keyof Provided & string]: `${Kind}.${Named<
    Exclude<Provided[Kind], keyof Here[Kind] | ` ${string}`> & PropertyKey
  >}`
}[keyof Here & keyof Provided & string]

type OneOf<Union extends string> = (Union extends unknown ? (take: () => Union) => void : never) extends (
  take: infer Last
) => void
  ? Last extends () => infer One
    ? One & string
    : never
  : never

type Listed<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends string[]
]
  ? Rest extends []
    ? First
    : `${First}, ${Listed<Rest>}`
  : ''

type NameOf<Sources, Kind extends keyof BucketIndex, Key> = Sources extends readonly [infer First, ...infer Rest]
  ? First extends Source<infer Name, unknown, unknown, unknown, unknown>
    ? Key extends First[Kind]
      ? Name
      : NameOf<Rest, Kind, Key>
    : never
  : never

type KeysOf<Sources, Name> = Sources extends readonly [infer First, ...infer Rest]
  ? First extends Source<Name, infer App, infer Request, infer Reply, infer Schemas>
    ? App | Exclude<Request, ' guarded'> | Reply | Schemas
    : KeysOf<Rest, Name>
  : never

type IsOne<Key, All = Key> = Key extends unknown ? ([All] extends [Key] ? true : false) : never

export type Fits<Here, Instance, Body> =
  Instance extends Typed<unknown, unknown, unknown, unknown>
    ? Here extends Instance
      ? Body
      : FitsApp<Here, Instance, Body>
    : Body

type FitsApp<Here, Instance, Body> =
  Instance extends Typed<infer OfApp, infer OfRequest, infer OfReply, infer OfSchemas>
    ? Here extends Typed<infer HasApp, infer HasRequest, infer HasReply, infer HasSchemas>
      ? Admitted<
          Buckets<HasApp, HasRequest, HasReply, HasSchemas>,
          Buckets<OfApp, OfRequest, OfReply, OfSchemas>,
          string,
          readonly [],
          Body
        >
      : Body
    : Body

export type WithoutOptions<Options, Name, Accepted> = [MissingOption<Options>] extends [never]
  ? Accepted
  : Refusal<`${Owner<Name>} needs its option ${MissingOption<Options>}`>

type MissingOption<Options> = undefined extends Options
  ? never
  : Nothing extends Options
    ? never
    : RequiredName<Options> extends infer Key extends string
      ? `${Key}: register(plugin, { ${Key} })`
      : never

type Owner<Name> = string extends Name ? 'this function' : `the plugin "${Name & string}"`

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
  : never

type Loadable<Checked> =
  Extract<Checked, Refusal<string>> extends never
    ?
        | Checked
        | PluginAsDefaultExport<Checked>
        | Imported<Checked>
        | PromiseLike<Checked | PluginAsDefaultExport<Checked>>
    : Extract<Checked, Refusal<string>>

// `PromiseLike` would include `Promise`, but compiler messages about `PromiseLike` alone list the parameters of `then`.
type Imported<Checked> = Promise<Checked | PluginAsDefaultExport<Checked>>
