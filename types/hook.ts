// The hooks: when a hook runs, its arguments, and the results that it may return. Implementation: the table in src/tree/hook.ts.
import type { Readable } from 'node:stream'
import type { Derivable, MembersOf } from './derive.ts'
import type { ParamsAt } from './prefix.ts'
import type { Named, Refusal } from './refusal.ts'
import type { AnyReply } from './reply.ts'
import type { Omitted, RawRequest } from './request.ts'

/** Ends a hook in callback style; the first call counts. */
export type Done = (error?: Error | null) => void

/** Ends a hook that may replace the payload. */
export type DoneWith<Payload> = (error?: Error | null, payload?: Payload) => void

/** A stream of body bytes. A stream that `preParsing` returns should count the bytes that it reads in `receivedEncodedLength`. */
export interface PayloadStream extends Readable {
  /** Bytes received before decoding, for `bodyLimit`. */
  receivedEncodedLength?: number
}

export type SerializedPayload = string | Uint8Array | Readable | ReadableStream | Response | null | undefined

/** A hook that observes or responds: it returns nothing or the sent reply, also as a promise. */
export type RequestHook<App, Request, Reply> = (this: App, request: Request, reply: Reply, done: Done) => unknown

export type HooksOption<Hook> = Hook | readonly Hook[]

/**
 * The functions of the request hooks. `Raw` is the request before validation.
 *
 * @example
 * const order = []
 * const hook = (name) => app.addHook(name, async () => { order.push(name) })
 * for (const name of ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse']) hook(name)
 * for (const name of ['onError', 'onTimeout', 'onRequestAbort']) hook(name)
 * await app.get('/', () => { throw new Error('no') }).inject('/')
 * order.join() // 'onRequest,preParsing,preValidation,preHandler,onError,onSend,onResponse'
 */
export interface RequestHooks<App, Raw, Reply> {
  /** Runs first, right after routing; the body has not been read. */
  onRequest: RequestHook<App, Raw, Reply>
  /** Runs before the body is parsed; may return another stream of the body. */
  preParsing: (this: App, request: Raw, reply: Reply, payload: PayloadStream, done: DoneWith<PayloadStream>) => unknown
  /** Runs after parsing and before validation; may assign `request.body`. */
  preValidation: RequestHook<App, Raw, Reply>
  /** Runs after validation and before the handler. */
  preHandler: RequestHook<App, Raw, Reply>
  /**
   * Runs before a payload is serialized; may return another payload.
   *
   * @example
   * app.addHook('preSerialization', async (request, reply, payload) => ({ data: payload }))
   * const { body } = await app.get('/', () => [1]).inject('/') // '{"data":[1]}'
   */
  preSerialization: (this: App, request: Raw, reply: Reply, payload: unknown, done: DoneWith<unknown>) => unknown
  /**
   * Runs before the response is written; may return another serialized payload.
   *
   * @example
   * app.addHook('onSend', async (request, reply, payload) => payload.toUpperCase())
   * const { body } = await app.get('/', () => 'ok').inject('/') // 'OK'
   */
  onSend: (
    this: App,
    request: Raw,
    reply: Reply,
    payload: SerializedPayload,
    done: DoneWith<SerializedPayload>
  ) => unknown
  /** Runs once the response was written; errors are logged. */
  onResponse: RequestHook<App, Raw, Reply>
  /** Runs before the error handlers, once per request; cannot send. */
  onError: (this: App, request: Raw, reply: Reply, error: Error, done: () => void) => unknown
  /** Runs when the socket times out; cannot send. */
  onTimeout: RequestHook<App, Raw, Reply>
  /** Runs when the client disconnects early; cannot send. */
  onRequestAbort: (this: App, request: Raw, done: Done) => unknown
}

/**
 * The functions of the application hooks.
 *
 * @example
 * const order = []
 * for (const name of ['onRoute', 'onRegister', 'onReady', 'onListen', 'preClose', 'onClose']) app.addHook(name, () => { order.push(name) })
 * await app.register(async (child) => child.put('/', () => 'ok')).listen()
 * await app.close()
 * order.join() // 'onRegister,onRoute,onReady,onListen,preClose,onClose'
 */
export interface ApplicationHooks<App, Declared> {
  /** Runs synchronously at each route declaration, and may change the options of the route. */
  onRoute: (this: App, route: Declared) => void
  /** Runs when a child context is made, before its plugin; not for shared plugins. */
  onRegister: (this: App, child: App, options: Record<string, unknown>) => void
  /** Runs when everything has loaded, before the app is ready. */
  onReady: (this: App, done: Done) => unknown
  /** Runs once the server listens. */
  onListen: (this: App, done: Done) => unknown
  /** Runs first when the app closes, while requests are still in flight. */
  preClose: (this: App, done: Done) => unknown
  /** Runs when the server has closed; the last declared hook runs first. */
  onClose: ((this: App, app: App, done: Done) => unknown) | AsyncDisposable | Disposable
}

/** Every hook of a context. */
export interface Hooks<App, Raw, Reply, Declared>
  extends RequestHooks<App, Raw, Reply>,
    ApplicationHooks<App, Declared> {}

/** The name of a hook. */
export type HookName = keyof Hooks<unknown, unknown, unknown, unknown>

// The mapped type makes compiler messages list all hook names. With `keyof` or an alias, messages would show `keyof …` or the alias.
export type KnownHook<Name> = Name extends HookName
  ? Name
  : [NearHook<Name>] extends [never]
    ? { [Hook in HookName]: Hook }[HookName]
    : Refusal<`no hook is called '${Name & string}': did you mean '${NearHook<Name>}'?`>

// The hook name nearest to a misspelt `Name`. The function is checked as that hook, so the compiler reports the name and no second error.
export type IntendedHook<Name> = Name extends HookName
  ? Name
  : [NearHook<Name>] extends [never]
    ? 'onRequest'
    : NearHook<Name>

// The hook with whose name `Name` begins, in any case: `'onSend'` for `'onsend'` and `'onSends'`, `never` for `'onSent'`.
type NearHook<Name> = {
  [Hook in HookName]: Lowercase<Name & string> extends `${Lowercase<Hook>}${string}` ? Hook : never
}[HookName]

/**
 * A request hook, made by `guard`, that adds members to the requests that it accepts, or narrows their types. The members (`Refines`) exist only in
 * routes with the guard.
 */
export interface Guard<in Needs, out Refines> {
  /** Exists only in types; at run time a guard is the hook itself. */
  readonly ' guard': { readonly needs: (request: Needs) => void; readonly refines: Refines }
}

/** The members that a guard adds, for a request that the guard has not accepted yet: each member may be missing. */
export type Unrefined<Refines> = { [Name in keyof Refines]: Refines[Name] | null | undefined }

/** Makes guards: request hooks that add members to the requests that they accept. */
export interface GuardFunction {
  /**
   * Makes a guard of a function that returns members for accepted requests, without a decorator. For other requests the function sends a reply or
   * throws.
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
   * Makes a guard of a hook that narrows decorators: accepted requests have the types of `Promised`. For other requests the hook sends a reply or
   * throws.
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

export type GuardStage = 'onRequest' | 'preParsing' | 'preValidation' | 'preHandler'

// The type includes the hook's name, because earlier hooks and error handlers also run for requests that the guard has not accepted.
export type PassedBy<Stage, Refines> = unknown extends Refines ? unknown : Refines & Guarded<Stage, keyof Refines>

/** The names of the members that a guard at the hook `Stage` adds to the requests that it accepts. */
// `'validation'` is included, because prefix parameters get their types only by validation. The type contains only names, because the compiler
// visits a context's types several times per route.
export interface Guarded<Stage, Name> {
  /** Exists only in types. */
  readonly ' guarded': {
    readonly [_ in Stage & (GuardStage | 'validation')]: { readonly [_ in Name & PropertyKey]: true }
  }
}

// Guards at later hooks have not run yet, so their members may be missing.
export type RequestIn<Name, Request> = Request extends { readonly ' guarded': infer Guards }
  ? WithoutPromises<Name, Request, PromisedName<Guards, keyof Guards & NotBefore<Name>>>
  : Request

// The hooks whose guards may not have run before the hook `Name`.
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

// `Used` is a hook option of a route: a hook, a list of hooks, or `Omitted`.
export type RefinedBy<Used> = Used extends Omitted
  ? unknown
  : Used extends Guard<never, infer Refines>
    ? Refines
    : Used extends readonly (infer Listed)[]
      ? RefinedByAll<Listed>
      : unknown

// Inference from a union of functions intersects their parameters (contravariance). So the result has the members of all guards.
type RefinedByAll<Listed> = PromiseOf<Listed> extends (refined: infer Refines) => void ? Refines : never

type PromiseOf<Used> = Used extends Guard<never, infer Refines> ? (refined: Refines) => void : never

export type Admits<Request> = Guard<Request, unknown> | readonly Guard<Request, unknown>[]

export type GuardFor<Used, Request, Accepted = Used, Hook = Used> =
  Used extends Guard<infer Needs, unknown>
    ? Request extends Needs
      ? Accepted
      : Refusal<`this context ${LackOfGuard<Needs, Request>}`>
    : Used extends Omitted
      ? unknown
      : Hook

// The mapped type compares the hooks of a list one by one. To compare whole lists, the compiler would compare every method of `Array`.
export type GuardsFor<Used, Request, Hook> = Used extends readonly unknown[]
  ? { readonly [Index in keyof Used]: GuardFor<Used[Index], Request, Used[Index], Hook> }
  : Used extends Omitted
    ? HooksOption<Hook>
    : GuardFor<Used, Request, Used, Used & HooksOption<Hook>>

// Most guards need only members of the context, so they are first compared with `Request`. A comparison with `Whole` takes longer.
export type PartGuardsFor<Used, Request, Whole, Hook> = Used extends readonly unknown[]
  ? { readonly [Index in keyof Used]: PartGuardFor<Used[Index], Request, Whole, Used[Index], Hook> }
  : Used extends Omitted
    ? HooksOption<Hook>
    : PartGuardFor<Used, Request, Whole, Used, Used & HooksOption<Hook>>

type PartGuardFor<Used, Request, Whole, Accepted, Hook> =
  Used extends Guard<infer Needs, unknown>
    ? Request extends Needs
      ? Accepted
      : GuardFor<Used, Whole>
    : Used extends Omitted
      ? unknown
      : Hook

type LackOfGuard<Needs, Request> = {
  [Key in keyof Needs]: Key extends keyof Request
    ? Request[Key] extends Needs[Key]
      ? never
      : `has request.${Named<Key>} of another type than the guard looks for`
    : `lacks request.${Named<Key>}, which the guard looks for (derive it, or decorate requests with it, first)`
}[keyof Needs]
