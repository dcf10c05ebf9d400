// Plugins of espalier for an app with Fastify's types. Such an app has the members of the module `fastify` and its augmentations. They must include a
// plugin's needs, and agree with its own members. At run time: src/plugin/fastify-bridge.ts.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Itself, Member } from './adopt.ts'
import type { Guard } from './hook.ts'
import type { AnyPlugin } from './plugin.ts'
import type { Named, Refusal } from './refusal.ts'
import type { Pending } from './reply.ts'

/** The type of the function `asFastifyPlugin`. */
export type AsFastifyPluginFunction = <const Given>(plugin: Bridged<Given>) => BridgedPlugin<Given>

/** The type of the function `asFastifyHook`. */
export type AsFastifyHookFunction = <const Given>(guard: BridgedGuard<Given>) => FastifyHook

/** A hook that Fastify's types accept wherever they accept request hooks. */
export type FastifyHook = (request: object, reply: object) => Promise<unknown>

/** The guard, if Fastify's requests have what it reads; otherwise a text with the reason. */
type BridgedGuard<Given> =
  Given extends Guard<infer Needs, unknown>
    ? [GuardLack<Needs>] extends [never]
      ? Given
      : Refusal<GuardLack<Needs>>
    : Refusal<'asFastifyHook takes what guard() made: a hook made for Fastify stands there as it is'>

type GuardLack<Needs> = {
  [Key in keyof Needs]-?: Key extends keyof Declared['FastifyRequest']
    ? IsGiven<Declared['FastifyRequest'][Key], Needs[Key]> extends true
      ? never
      : `FastifyRequest declares ${Named<Key>} of another type than the guard looks for`
    : `FastifyRequest has no member ${Named<Key>}, which the guard looks for: declare it in declare module 'fastify'`
}[keyof Needs]

type BridgedPlugin<Given> = Given extends AnyPlugin
  ? FastifyPluginAsync<OptionsOf<Given[' plugin']['options']> & PrefixFor<Given[' plugin']['needs']>>
  : never

/** The plugin, if an app with Fastify's types may register it; otherwise a text with the reason. */
type Bridged<Given> = Given extends AnyPlugin
  ? [Fault<Given[' plugin']>] extends [never]
    ? Given
    : Refusal<Fault<Given[' plugin']>>
  : Refusal<'asFastifyPlugin takes what plugin() or shared() made: register a function made for Fastify as it is'>

type Fault<Plugin extends AnyPlugin[' plugin']> =
  | Lack<Plugin['needs'], Plugin['name']>
  | Contradiction<Plugin['provides'], Plugin['name']>

// Fastify's own names of its interfaces, so that messages show where to declare a member.
interface Declared {
  readonly FastifyInstance: FastifyInstance & Itself
  readonly FastifyRequest: FastifyRequest & Itself
  readonly FastifyReply: FastifyReply & Itself
}

type Lack<Needs, Name> = Needs extends (
  app: infer OfApp,
  request: infer OfRequest,
  reply: infer OfReply,
  schemas: never
) => void
  ?
      | LackIn<'FastifyInstance', OfApp, Name>
      | LackIn<'FastifyRequest', OfRequest, Name>
      | LackIn<'FastifyReply', OfReply, Name>
  : never

// Members in types only (` guarded`) have no counterpart there; the boot requires the plugins that add them.
type LackIn<Of extends keyof Declared, Needed, Name> = {
  [Key in keyof Needed]-?: Key extends ` ${string}`
    ? never
    : Key extends keyof Declared[Of]
      ? IsGiven<Declared[Of][Key], Needed[Key]> extends true
        ? never
        : `${Of} declares ${Named<Key>} of another type than the plugin "${Name & string}" needs`
      : `${Of} has no member ${Named<Key>}, which the plugin "${Name & string}" needs: declare it in declare module 'fastify', and register its plugin first`
}[keyof Needed]

// As declared, or as in a context that adopts it: methods with Fastify's objects take espalier's.
type IsGiven<Present, Needed> = Present extends Needed ? true : Member<Present, Pending> extends Needed ? true : false

type Contradiction<Provides extends AnyPlugin[' plugin']['provides'], Name> =
  | ContradictionIn<'FastifyInstance', Provides[0], Name>
  | ContradictionIn<'FastifyRequest', Provides[1], Name>
  | ContradictionIn<'FastifyReply', Provides[2], Name>

type ContradictionIn<Of extends keyof Declared, Added, Name> = {
  [Key in keyof Added & keyof Declared[Of]]: Key extends 'params' | ' itself'
    ? never
    : IsGiven<Added[Key], Declared[Of][Key]> extends true
      ? never
      : Added[Key] extends Member<Declared[Of][Key]>
        ? never
        : `the plugin "${Name & string}" provides ${Named<Key>} of another type than ${Of} declares`
}[keyof Added & keyof Declared[Of]]

type OptionsOf<Given> = Given extends (options: infer Options) => void ? NonNullable<Options> : never

/** The prefix with which a plugin with parameters must be registered. */
type PrefixFor<Needs> = Needs extends (app: never, request: infer OfRequest, reply: never, schemas: never) => void
  ? OfRequest extends { readonly ' prefix': infer Params }
    ? { prefix: `${string}:${keyof Params & string}${string}` }
    : unknown
  : unknown
