// The hooks: when each runs, what it is called with and what it may return. Twin: the table in src/tree/hook.ts.
import type { Readable } from 'node:stream'
import type { Derivable, MembersOf } from './derive.ts'
import type { ParamsAt } from './prefix.ts'
import type { Named, Refusal } from './refusal.ts'
import type { AnyReply } from './reply.ts'
import type { Absent, RawRequest } from './request.ts'

/** Ends a hook of the callback style; the first call counts. */
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

/** A hook that only looks on, or answers: it returns nothing, the reply after sending, or a promise of those. */
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
  /** Runs before the answer is written; may return another serialized payload. */
  onSend: (
    this: App,
    request: Raw,
    reply: Reply,
    payload: SerializedPayload,
    done: DoneWith<SerializedPayload>
  ) => unknown
  /** Runs once the answer has been written; errors are logged. */
  onResponse: RequestHook<App, Raw, Reply>
  /** Runs before the error handlers, once per request; cannot answer. */
  onError: (this: App, request: Raw, reply: Reply, error: Error, done: () => void) => unknown
  /** Runs when the socket times out; cannot answer. */
  onTimeout: RequestHook<App, Raw, Reply>
  /** Runs when the client closes the connection early; cannot answer. */
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

/** `Name` where a hook has it; otherwise the sentence that names the nearest, or all of them. */
// Listed by a union of its own: of `keyof` and of an alias, messages would show the name and not the hooks.
export type KnownHook<Name> = Name extends HookName
  ? Name
  : [NearHook<Name>] extends [never]
    ? { [Hook in HookName]: Hook }[HookName]
    : Refusal<`no hook is called '${Name & string}': did you mean '${NearHook<Name>}'?`>

/** The hook that `Name` means, so that its function is not refused beside its name. */
export type IntendedHook<Name> = Name extends HookName
  ? Name
  : [NearHook<Name>] extends [never]
    ? 'onRequest'
    : NearHook<Name>

/** The hooks whose names begin with `Name`, or differ from it by case only. */
type NearHook<Name> = {
  [Hook in HookName]: Lowercase<Name & string> extends `${Lowercase<Hook>}${string}` ? Hook : never
}[HookName]

/**
 * A request hook that promises what the request holds once it has let the request pass: made by `guard`. In the routes
 * that use it, and in those alone, the request is refined by `Refines`.
 */
export interface Guard<in Needs, out Refines> {
  /** For the compiler alone; at run time a guard is its hook. */
  readonly ' guard': { readonly needs: (request: Needs) => void; readonly refines: Refines }
}

/** The members that a guard may find before it has decided: they may still be missing. */
export type Unrefined<Refines> = { [Name in keyof Refines]: Refines[Name] | null | undefined }

/** The type of the function `guard`. */
export interface GuardFunction {
  /**
   * Makes a guard of a function that returns what requests have once it has let them pass; they need no decorators for it. It answers or throws
   * for those that it does not let pass.
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
   * Makes a guard of a hook that refines decorators: it answers, throws, or lets pass a request that is what `Promised` says.
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

/** The stages at which a guard can decide, in the order in which they run. */
export type GuardStage = 'onRequest' | 'preParsing' | 'preValidation' | 'preHandler'

/** The members of requests that the guards of a stage have let pass. */
// Remembers the stage, because hooks that run before it, or whatever a guard decided, meet requests that it has not let pass.
export type PassedBy<Stage, Refines> = unknown extends Refines ? unknown : Refines & Guarded<Stage, Refines>

/** The members that a guard at `Stage` promises of the requests that it lets pass. */
// Validation decides as a guard does, of the parameters of prefixes.
export interface Guarded<Stage, Refines> {
  /** For the compiler alone; not there at run time. */
  readonly ' guarded': { readonly [_ in Stage & (GuardStage | 'validation')]: Refines }
}

/** The request of a hook in a context of `Request`: what later guards promise may still be missing. */
export type RequestIn<Name, Request> = Request extends { readonly ' guarded': infer Guards }
  ? WithoutPromises<Name, Request, PromisedName<Guards, keyof Guards & NotBefore<Name>>>
  : Request

/** The stages whose guards may not have let the request of this hook pass. */
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

/** The members that the guards among `Used` promise together: hooks, lists of hooks, and `Absent` for none. */
export type RefinedBy<Used> = [Used] extends [Absent]
  ? unknown
  : [PromiseOf<Used extends readonly (infer Listed)[] ? Listed : Used>] extends [(refined: infer Refines) => void]
    ? Refines
    : never

type PromiseOf<Used> = Used extends Guard<never, infer Refines> ? (refined: Refines) => void : never

/** `Made`, or the sentence that says what a guard looks for that the requests of the context do not have. */
export type GuardFor<Used, Request, Made = Used, Hook = Used> =
  Used extends Guard<infer Needs, unknown>
    ? Request extends Needs
      ? Made
      : Refusal<`this context ${LackOfGuard<Needs, Request>}`>
    : Used extends Absent
      ? unknown
      : Hook

/** The same for one guard or a list, among the hooks that may stand in their place. */
// One hook of a list after the other: intersected with a list of hooks, each list would be compared by every member of `Array`.
export type GuardsFor<Used, Request, Hook> = Used extends readonly unknown[]
  ? { readonly [Index in keyof Used]: GuardFor<Used[Index], Request, Used[Index], Hook> }
  : Used extends Absent
    ? HooksOption<Hook>
    : GuardFor<Used, Request, Used, Used & HooksOption<Hook>>

/** The same where the route has validated its parts. `Whole` is its request with these; it is compared second, because most guards look for members of the context. */
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
