// Whether a context admits a plugin: it has what the plugin needs and lacks what the plugin provides. Where it does not, the
// parameter of `register` is the sentence that says why.
import type { NoClash, Typed } from './context.ts'
import type { BucketIndex, Source } from './plugin.ts'
import type { Named, Refusal } from './refusal.ts'

/** The buckets of a context, or what a plugin needs of them. */
export interface Buckets<out OfApp, out OfRequest, out OfReply, out OfSchemas> {
  readonly app: OfApp
  readonly request: OfRequest
  readonly reply: OfReply
  readonly schemas: OfSchemas
}

/** `Made` where the context has what it needs; otherwise the sentence that says what is missing. */
export type Admitted<Here, Needed, Name, Sources, Made> = Here extends Needed
  ? Made
  : Refusal<`this context ${Lack<Here, Needed, Name, Sources>}`>

/** `Made` unless it would declare something twice; otherwise the sentence that names it. */
export type Unclashing<Here extends AnyBuckets, Needed extends AnyBuckets, Added extends AnyBuckets, Made> = OrRefusal<
  NoClash<Here['app'], Needed['app'], Added['app'], 'decorated'> &
    NoClash<Here['request'], Needed['request'], Added['request'], 'decorated'> &
    NoClash<Here['reply'], Needed['reply'], Added['reply'], 'decorated'> &
    NoClash<Here['schemas'], Needed['schemas'], Added['schemas'], 'a visible schema'>,
  Made
>

type OrRefusal<Clash, Made> = unknown extends Clash ? Made : Clash

type AnyBuckets = Buckets<unknown, unknown, unknown, unknown>

// Without the first words: a sentence that ends in an alias of its own would be shown by the alias' name.
type Lack<Here, Needed, Name, Sources> = {
  [Kind in keyof Here & keyof Needed & keyof BucketIndex]: LackIn<Kind, Here[Kind], Needed[Kind], Name, Sources>
}[keyof Here & keyof Needed & keyof BucketIndex]

type LackIn<Kind extends keyof BucketIndex, Present, Needed, Name, Sources> = {
  [Key in keyof Needed]: Key extends keyof Present
    ? Present[Key] extends Needed[Key]
      ? never
      : `has ${Kind}.${Named<Key>} of another type than the plugin "${Name & string}" needs`
    : `lacks ${Kind}.${Named<Key>}${Advice<NameOf<Sources, Kind, Key>>}`
}[keyof Needed]

type Advice<PluginName> = [PluginName] extends [never]
  ? ''
  : string extends PluginName
    ? ''
    : ` (register the plugin "${PluginName & string}" first)`

/** Name of the plugin among `Sources` that provides `Key`. */
type NameOf<Sources, Kind extends keyof BucketIndex, Key> = Sources extends readonly [infer First, ...infer Rest]
  ? First extends Source<infer Name, unknown, unknown, unknown, unknown>
    ? Key extends First[Kind]
      ? Name
      : NameOf<Rest, Kind, Key>
    : never
  : never

/** An espalier app that a function asks for must be one that this context is; a foreign app's type says nothing here. */
export type Fits<Here, Instance> =
  Instance extends Typed<unknown, unknown, unknown, unknown>
    ? Here extends Instance
      ? unknown
      : Refusal<'this context lacks something that the function needs of its app'>
    : unknown
