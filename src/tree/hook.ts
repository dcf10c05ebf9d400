/** The table of hooks, and their declaration. The lifecycle list in `plan/compile-plan.ts` has the order in which request hooks run. */
import { nearestName } from '../base/nearest-name.ts'
import { errors } from '../error/error.ts'
import { type Callable, isAsyncFunction, isFunction } from '../user-function.ts'
import { type AppObject, callMethod } from './app-object.ts'
import { showEarlierRoutes } from './earlier-route.ts'
import { guardNotReady } from './freeze.ts'
import { type ContextNode, nodeOf } from './node.ts'
import { type Origin, originOf } from './origin.ts'
import { nextPosition } from './position.ts'

interface HookSpec {
  /** `request`: inherited and run for each request. `route`, `register`: inherited and run at boot. `application`: run once, not inherited. */
  readonly kind: 'request' | 'route' | 'register' | 'application'
  /** The index of `done` among the parameters; `null` for a hook that is not awaited. */
  readonly doneAt: number | null
  /** The parameters that an async function may declare. An extra one would be a `done` that it never calls. */
  readonly asyncTakes: 'no done' | 'all but done' | 'any'
  /** The possible effect of a request hook. */
  readonly may?: 'answer' | 'replace the payload' | 'look on'
  /** Requests wait for it, so one that can never finish is refused. */
  readonly delays?: true
  /** A guard may be declared at this stage: later stages run only for requests that it accepts. */
  readonly mayGuard?: true
}

/** Types and docs of a hook must match its row. `test/tree/hook/completeness.test.ts` lists those that are missing. */
// biome-ignore format: one row a line, so that the table reads as one
export const hooks = {
  onRequest: { kind: 'request', doneAt: 2, asyncTakes: 'no done', may: 'answer', delays: true, mayGuard: true },
  preParsing: { kind: 'request', doneAt: 3, asyncTakes: 'no done', may: 'answer', delays: true, mayGuard: true },
  preValidation: { kind: 'request', doneAt: 2, asyncTakes: 'no done', may: 'answer', delays: true, mayGuard: true },
  preHandler: { kind: 'request', doneAt: 2, asyncTakes: 'no done', may: 'answer', delays: true, mayGuard: true },
  preSerialization: { kind: 'request', doneAt: 3, asyncTakes: 'no done', may: 'replace the payload', delays: true },
  onError: { kind: 'request', doneAt: 3, asyncTakes: 'no done', may: 'look on', delays: true },
  onSend: { kind: 'request', doneAt: 3, asyncTakes: 'no done', may: 'replace the payload', delays: true },
  onResponse: { kind: 'request', doneAt: 2, asyncTakes: 'no done', may: 'look on' },
  onTimeout: { kind: 'request', doneAt: 2, asyncTakes: 'no done', may: 'look on' },
  onRequestAbort: { kind: 'request', doneAt: 1, asyncTakes: 'no done', may: 'look on' },
  onRoute: { kind: 'route', doneAt: null, asyncTakes: 'any' },
  onRegister: { kind: 'register', doneAt: null, asyncTakes: 'any' },
  onReady: { kind: 'application', doneAt: 0, asyncTakes: 'all but done' },
  onListen: { kind: 'application', doneAt: 0, asyncTakes: 'all but done' },
  // The loader waits for the `done` of the following hooks if they declare it, async or not.
  preClose: { kind: 'application', doneAt: 0, asyncTakes: 'any' },
  onClose: { kind: 'application', doneAt: 1, asyncTakes: 'any' }
} as const satisfies Readonly<Record<string, HookSpec>>

export type HookName = keyof typeof hooks
export type RequestHookName = { [K in HookName]: (typeof hooks)[K]['kind'] extends 'request' ? K : never }[HookName]

const isHookName = (name: unknown): name is HookName => typeof name === 'string' && Object.hasOwn(hooks, name)

export const requestHookNames = Object.keys(hooks).filter(
  (name): name is RequestHookName => isHookName(name) && hooks[name].kind === 'request'
)

type DelayingHookName = { [K in HookName]: (typeof hooks)[K] extends { delays: true } ? K : never }[HookName]

type GuardStage = { [K in HookName]: (typeof hooks)[K] extends { mayGuard: true } ? K : never }[HookName]

/** The stages at which a guard may be declared, in order. */
export const guardStages = requestHookNames.filter((name): name is GuardStage => 'mayGuard' in hooks[name])

/** The hooks that requests wait for. */
export const delayingHookNames = requestHookNames.filter((name): name is DelayingHookName => 'delays' in hooks[name])

export interface HookDeclaration {
  readonly name: HookName
  readonly fn: Callable
  /** The context that declared the hook. */
  readonly node: ContextNode
  /** The position in the order of all hooks of the app. */
  readonly sequence: number
  readonly origin: Origin
}

/** @throws FST_ERR_HOOK_INVALID_ASYNC_HANDLER when an async function has a parameter that it must not have */
function checkStyle(name: HookName, fn: Callable): void {
  const { asyncTakes, doneAt }: HookSpec = hooks[name]
  if (asyncTakes === 'any' || doneAt === null || !isAsyncFunction(fn)) return
  const isRefused = asyncTakes === 'no done' ? fn.length === doneAt + 1 : fn.length !== doneAt
  if (isRefused) throw new errors.FST_ERR_HOOK_INVALID_ASYNC_HANDLER()
}

function unknownHook(name: string): Error {
  const meant = nearestName(name, Object.keys(hooks))
  return new errors.FST_ERR_HOOK_NOT_SUPPORTED(name, meant === undefined ? '' : ` Did you mean '${meant}'?`)
}

/** Validates and returns a hook. @throws FST_ERR_HOOK_INVALID_TYPE, _NOT_SUPPORTED, _INVALID_HANDLER, _INVALID_ASYNC_HANDLER */
function toHook(name: unknown, fn: unknown): Pick<HookDeclaration, 'name' | 'fn'> {
  const hook = toHookOfAnyStyle(name, fn)
  checkStyle(hook.name, hook.fn)
  return hook
}

function toHookOfAnyStyle(name: unknown, fn: unknown): Pick<HookDeclaration, 'name' | 'fn'> {
  if (typeof name !== 'string') throw new errors.FST_ERR_HOOK_INVALID_TYPE()
  if (!isHookName(name)) throw unknownHook(name)
  if (!isFunction(fn)) throw new errors.FST_ERR_HOOK_INVALID_HANDLER(name, Object.prototype.toString.call(fn))
  return { name, fn }
}

/**
 * Checks the request hooks among options: each is a function, or a list. As in Fastify, one that is not in a list may be async and take `done`:
 * whichever finishes first counts.
 *
 * @throws as `toHook` does
 */
export function checkHooks(options: Readonly<Record<string, unknown>>): void {
  for (const name of requestHookNames) {
    const given = options[name]
    if (Array.isArray(given)) for (const fn of given) toHook(name, fn)
    else if (given !== undefined) toHookOfAnyStyle(name, given)
  }
}

function declare(node: ContextNode, { name, fn }: ReturnType<typeof toHook>, origin: Origin): void {
  const hook = { name, fn, node, sequence: node.tree.sequence++, origin }
  node.hooks.push(hook)
  if (name === 'onRoute') showEarlierRoutes(hook, nextPosition(node))
}

/**
 * Validates a hook now, so that the stack of the error has the line of the declaration. The returned function declares the hook, or returns that error.
 */
function prepare(node: ContextNode, name: unknown, fn: unknown, origin: Origin): () => unknown {
  try {
    const hook = toHook(name, fn)
    return () => declare(node, hook, origin)
  } catch (fault) {
    return () => fault
  }
}

/** Converts the argument of an `onClose` hook: a function, or a disposable resource. */
function toCloseHook(fn: unknown): unknown {
  if (typeof fn !== 'object' || fn === null) return fn
  const resource = fn as { [Symbol.asyncDispose]?: () => PromiseLike<void>; [Symbol.dispose]?: () => void }
  if (typeof resource[Symbol.asyncDispose] === 'function') return async () => resource[Symbol.asyncDispose]?.()
  if (typeof resource[Symbol.dispose] === 'function') return async () => resource[Symbol.dispose]?.()
  return fn
}

/** Whether a hook is declared only after the plugins registered before it have loaded. So it runs after their hooks. */
function isQueued(name: unknown): boolean {
  return !isHookName(name) || hooks[name].kind === 'request' || hooks[name].kind === 'register'
}

export const hookVerbs = {
  /** An invalid request hook is reported by `ready()`, because it is queued. Other errors are thrown at once. */
  addHook(this: AppObject, name: unknown, given: unknown) {
    guardNotReady(this, 'addHook()')
    if (given === undefined || given === null) {
      throw new errors.FST_ERR_HOOK_INVALID_HANDLER(String(name), String(given))
    }
    const node = nodeOf(this)
    const origin = originOf(node, hookVerbs.addHook)
    const fn = name === 'onClose' ? toCloseHook(given) : given
    if (isHookName(name) && isFunction(fn)) checkStyle(name, fn)
    if (name === 'onClose') {
      callMethod(this, 'onClose', toHook(name, fn).fn)
    } else if (isQueued(name)) {
      const declareNow = prepare(node, name, fn, origin)
      const declareThen = (error: unknown, done: (error: unknown) => void) => done(declareNow() ?? error)
      callMethod(this, 'after', Object.defineProperty(declareThen, 'name', { value: `addHook('${String(name)}')` }))
    } else declare(node, toHook(name, fn), origin)
    return this
  }
}
