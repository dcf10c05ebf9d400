// Registers plugins of espalier in an app with Fastify's types. Augmentations of the module `fastify` must declare the members that a plugin needs
// or adds, with the same types. Implementation: src/plugin/fastify-bridge.ts.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Itself, Member } from './adopt.ts'
import type { Guard } from './hook.ts'
import type { AnyPlugin } from './plugin.ts'
import type { Named, Refusal } from './refusal.ts'
import type { PendingReply } from './reply.ts'

/** Makes a Fastify plugin from a plugin of espalier. */
export type AsFastifyPluginFunction = <const Given>(plugin: Bridged<Given>) => BridgedPlugin<Given>

/** Makes a Fastify hook from a hook that `guard` made. */
export type AsFastifyHookFunction = <const Given>(guard: BridgedGuard<Given>) => FastifyHook

/** A hook that Fastify's types accept as any request hook, such as `onRequest` or `preHandler`. */
export type FastifyHook = (request: object, reply: object) => Promise<unknown>

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

type Bridged<Given> = Given extends AnyPlugin
  ? [Fault<Given[' plugin']>] extends [never]
    ? Given
    : Refusal<Fault<Given[' plugin']>>
  : Refusal<'asFastifyPlugin takes what plugin() or shared() made: register a function made for Fastify as it is'>

type Fault<Plugin extends AnyPlugin[' plugin']> =
  | Lack<Plugin['needs'], Plugin['name']>
  | Contradiction<Plugin['provides'], Plugin['name']>

// The keys are the names of Fastify's interfaces, because error texts name the interface in which to declare a member.
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

// Type-only members such as ` guarded` are skipped, because Fastify's types lack them.
type LackIn<Of extends keyof Declared, Needed, Name> = {
  [Key in keyof Needed]-?: Key extends ` ${string}`
    ? never
    : Key extends keyof Declared[Of]
      ? IsGiven<Declared[Of][Key], Needed[Key]> extends true
        ? never
        : `${Of} declares ${Named<Key>} of another type than the plugin "${Name & string}" needs`
      : `${Of} has no member ${Named<Key>}, which the plugin "${Name & string}" needs: declare it in declare module 'fastify', and register its plugin first`
}[keyof Needed]

// The declared type may mention Fastify's request or reply. So it is compared a second time, with espalier's objects in place of Fastify's.
type IsGiven<Present, Needed> = Present extends Needed
  ? true
  : Member<Present, PendingReply> extends Needed
    ? true
    : false

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

type PrefixFor<Needs> = Needs extends (app: never, request: infer OfRequest, reply: never, schemas: never) => void
  ? OfRequest extends { readonly ' prefix': infer Params }
    ? { prefix: `${string}:${keyof Params & string}${string}` }
    : unknown
  : unknown
