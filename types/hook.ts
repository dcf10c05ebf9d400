// The hooks: when each runs, what it is called with and what it may return. At run time: the table in src/tree/hook.ts.
import type { Readable } from 'node:stream'
import type { Derivable, MembersOf } from './derive.ts'
import type { ParamsAt } from './prefix.ts'
import type { Named, Refusal } from './refusal.ts'
import type { AnyReply } from './reply.ts'
import type { Absent, RawRequest } from './request.ts'

/** Ends a hook in callback style; the first call counts. */
export type Done = (error?: Error | null) => void

/** Ends a hook that may replace the payload. */
export type DoneWith<Payload> = (error?: Error | null, payload?: Payload) => void

/** A stream of body bytes; a replacement should count the bytes it received. */
export interface PayloadStream extends Readable {
  /** Bytes received before decoding, for `bodyLimit`. */
  receivedEncodedLength?: number
}

/** A payload once it is serialized. */
export type SerializedPayload = string | Uint8Array | Readable | ReadableStream | Response | null | undefined

/** A hook that observes or answers: it returns nothing, the sent reply, or a promise of those. */
export type RequestHook<App, Request, Reply> = (this: App, request: Request, reply: Reply, done: Done) => unknown

/** One hook or guard, or several. */
export type HooksOption<Hook> = Hook | readonly Hook[]

/** The functions of the request hooks. `Raw` is the request before validation. */
export interface RequestHooks<App, Raw, Reply> {
  /** Runs first, right after routing; the body has not been read. */
  onRequest: RequestHook<App, Raw, Reply>
  /** Runs before the body is parsed; may return another stream to read it from. */
  preParsing: (this: App, request: Raw, reply: Reply, payload: PayloadStream, done: DoneWith<PayloadStream>) => unknown
  /** Runs after parsing and before validation; may assign `request.body`. */
  preValidation: RequestHook<App, Raw, Reply>
  /** Runs after validation and before the handler. */
  preHandler: RequestHook<App, Raw, Reply>
  /** Runs before a payload is serialized; may return another payload. */
  preSerialization: (this: App, request: Raw, reply: Reply, payload: unknown, done: DoneWith<unknown>) => unknown
  /** Runs before the response is written; may return another serialized payload. */
  onSend: (
    this: App,
    request: Raw,
    reply: Reply,
    payload: SerializedPayload,
    done: DoneWith<SerializedPayload>
  ) => unknown
  /** Runs once the response was written; errors are logged. */
  onResponse: RequestHook<App, Raw, Reply>
  /** Runs before the error handlers, once per request; cannot answer. */
  onError: (this: App, request: Raw, reply: Reply, error: Error, done: () => void) => unknown
  /** Runs when the socket times out; cannot answer. */
  onTimeout: RequestHook<App, Raw, Reply>
  /** Runs when the client disconnects early; cannot answer. */
  onRequestAbort: (this: App, request: Raw, done: Done) => unknown
}

/** The functions of the application hooks. */
export interface ApplicationHooks<App, Declared> {
  /** Runs at each route declaration, synchronously; changes to the options take effect. */
  onRoute: (this: App, route: Declared) => void
  /** Runs when a child context is made, before its plugin; not for shared plugins. */
  onRegister: (this: App, child: App, options: Record<string, unknown>) => void
  /** Runs when everything has loaded, before the app is ready. */
  onReady: (this: App, done: Done) => unknown
  /** Runs once the server listens. */
  onListen: (this: App, done: Done) => unknown
  /** Runs first when the app closes, while requests are still in flight. */
  preClose: (this: App, done: Done) => unknown
  /** Runs when the server has closed; the last declared first. */
  onClose: ((this: App, app: App, done: Done) => unknown) | AsyncDisposable | Disposable
}

/** Every hook of a context. */
export interface Hooks<App, Raw, Reply, Declared>
  extends RequestHooks<App, Raw, Reply>,
    ApplicationHooks<App, Declared> {}

/** The name of a hook. */
export type HookName = keyof Hooks<unknown, unknown, unknown, unknown>

/** `Name` if it is a hook; otherwise a text with the nearest names, or all of them. */
// Listed by its own union: for `keyof` or an alias, messages would show that and not the hooks.
export type KnownHook<Name> = Name extends HookName
  ? Name
  : [NearHook<Name>] extends [never]
    ? { [Hook in HookName]: Hook }[HookName]
    : Refusal<`no hook is called '${Name & string}': did you mean '${NearHook<Name>}'?`>

/** The hook that `Name` means, so that an error concerns its name only, and not its function. */
export type IntendedHook<Name> = Name extends HookName
  ? Name
  : [NearHook<Name>] extends [never]
    ? 'onRequest'
    : NearHook<Name>

/** The hooks whose names begin with `Name`, or differ only by case. */
type NearHook<Name> = {
  [Hook in HookName]: Lowercase<Name & string> extends `${Lowercase<Hook>}${string}` ? Hook : never
}[HookName]

/**
 * A request hook that adds or refines members of the requests that it accepts: made by `guard`. Only in routes that use it, requests have `Refines`.
 */
export interface Guard<in Needs, out Refines> {
  /** For the compiler only; at run time a guard is its hook. */
  readonly ' guard': { readonly needs: (request: Needs) => void; readonly refines: Refines }
}

/** The members that a guard reads before it has decided: they may be missing. */
export type Unrefined<Refines> = { [Name in keyof Refines]: Refines[Name] | null | undefined }

/** The type of the function `guard`. */
export interface GuardFunction {
  /**
   * Makes a guard of a function that returns members for the requests that it accepts, without decorators. For others it sends a reply or throws.
   *
   * @example
   * const requireUser = guard(async (request, reply) => {
   *   const user = await findUser(request.headers.authorization)
   *   return user === undefined ? reply.code(401).send() : { user }
   * })
   */
  <Returned, Needs = unknown>(
    hook: (request: RawRequest<unknown> & Needs, reply: AnyReply) => Returned & Derivable<Returned>
  ): Guard<Needs, MembersOf<Returned>>
  /**
   * Makes a guard of a hook that refines decorators: accepted requests have the types of `Promised`. For others it sends a reply or throws.
   *
   * @example
   * const requireUser = guard<{ request: { user: User } }>()(async (request, reply) => {
   *   if (request.user === null) return reply.code(401).send()
   * })
   */
  <Promised extends { readonly request: object }>(): <Needs = Unrefined<Promised['request']>>(
    hook: (request: RawRequest<unknown> & Needs, reply: AnyReply, done: Done) => unknown
  ) => Guard<Needs, Promised['request']>
}

/** The stages at which a guard can run, in order. */
export type GuardStage = 'onRequest' | 'preParsing' | 'preValidation' | 'preHandler'

/** The members that guards of a stage add to accepted requests. */
// Remembers the stage, because earlier hooks, and error handlers, also get requests that the guard has not accepted.
export type PassedBy<Stage, Refines> = unknown extends Refines ? unknown : Refines & Guarded<Stage, Refines>

/** The members that a guard at `Stage` adds to the requests that it accepts. */
// Validation counts as a guard for prefix parameters.
export interface Guarded<Stage, Refines> {
  /** For the compiler only. */
  readonly ' guarded': { readonly [_ in Stage & (GuardStage | 'validation')]: Refines }
}

/** The request of a hook in a context of `Request`: members of later guards may be missing. */
export type RequestIn<Name, Request> = Request extends { readonly ' guarded': infer Guards }
  ? WithoutPromises<Name, Request, PromisedName<Guards, keyof Guards & NotBefore<Name>>>
  : Request

/** The stages whose guards may not have accepted the request of this hook. */
type NotBefore<Name> = Name extends 'onRequest'
  ? 'preParsing' | 'preValidation' | 'validation' | 'preHandler'
  : Name extends 'preParsing'
    ? 'preValidation' | 'validation' | 'preHandler'
    : Name extends 'preValidation'
      ? 'validation' | 'preHandler'
      : Name extends 'preHandler'
        ? never
        : GuardStage | 'validation'

type PromisedName<Guards, Stage extends keyof Guards> = Stage extends unknown ? keyof Guards[Stage] : never

type WithoutPromises<Stage, Request, Name> = [Name] extends [never]
  ? Request
  : Omit<Request, Name & keyof Request> & {
      [Key in Name & keyof Request]: Key extends 'params' ? ParamsAt<Stage, Request> : Request[Key] | null | undefined
    }

/** The members that all guards among `Used` add: hooks, lists of hooks, and `Absent` for none. */
export type RefinedBy<Used> = [Used] extends [Absent]
  ? unknown
  : [PromiseOf<Used extends readonly (infer Listed)[] ? Listed : Used>] extends [(refined: infer Refines) => void]
    ? Refines
    : never

type PromiseOf<Used> = Used extends Guard<never, infer Refines> ? (refined: Refines) => void : never

/** `Made`, or a text with what a guard reads and the requests of the context lack. */
export type GuardFor<Used, Request, Made = Used, Hook = Used> =
  Used extends Guard<infer Needs, unknown>
    ? Request extends Needs
      ? Made
      : Refusal<`this context ${LackOfGuard<Needs, Request>}`>
    : Used extends Absent
      ? unknown
      : Hook

/** The same for one guard or a list, among the hooks that are allowed there. */
// Hook by hook: intersected with a list of hooks, a list would be compared by every member of `Array`.
export type GuardsFor<Used, Request, Hook> = Used extends readonly unknown[]
  ? { readonly [Index in keyof Used]: GuardFor<Used[Index], Request, Used[Index], Hook> }
  : Used extends Absent
    ? HooksOption<Hook>
    : GuardFor<Used, Request, Used, Used & HooksOption<Hook>>

/**
 * The same after the route has validated its parts. `Whole` is its request with them; it is compared second, because most guards read members of the
 * context.
 */
export type PartGuardsFor<Used, Request, Whole, Hook> = Used extends readonly unknown[]
  ? { readonly [Index in keyof Used]: PartGuardFor<Used[Index], Request, Whole, Used[Index], Hook> }
  : Used extends Absent
    ? HooksOption<Hook>
    : PartGuardFor<Used, Request, Whole, Used, Used & HooksOption<Hook>>

type PartGuardFor<Used, Request, Whole, Made, Hook> =
  Used extends Guard<infer Needs, unknown>
    ? Request extends Needs
      ? Made
      : GuardFor<Used, Whole>
    : Used extends Absent
      ? unknown
      : Hook

type LackOfGuard<Needs, Request> = {
  [Key in keyof Needs]: Key extends keyof Request
    ? Request[Key] extends Needs[Key]
      ? never
      : `has request.${Named<Key>} of another type than the guard looks for`
    : `lacks request.${Named<Key>}, which the guard looks for (derive it, or decorate requests with it, first)`
}[keyof Needs]
