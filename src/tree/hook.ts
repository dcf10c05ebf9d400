/** The table of hooks, and `addHook`. `lifecycle` in `plan/compile-plan.ts` defines the order in which request hooks run. */
import { nearestName } from '../base/nearest-name.ts'
import { errors } from '../error/error.ts'
import { type Callable, isAsyncFunction, isFunction } from '../user-function.ts'
import { type AppObject, callMethod } from './app-object.ts'
import { guardNotReady } from './freeze.ts'
import { type ContextNode, nodeOf } from './node.ts'
import { type Origin, originOf } from './origin.ts'
import { nextPosition } from './position.ts'
import { replayOnRoute } from './replay-on-route.ts'

interface HookSpec {
  /**
   * `request`: inherited by child contexts, and run for each request. `route`, `register`: inherited and run at boot. `application`: run once, not
   * inherited.
   */
  readonly kind: 'request' | 'route' | 'register' | 'application'
  /** The index of `done` among the parameters; `null` for a hook that is not awaited. */
  readonly doneAt: number | null
  /** Which parameters an async function may have. An extra parameter would be a `done`, which an async function never calls. */
  readonly asyncTakes: 'no done' | 'all but done' | 'any'
  /** How a request hook may affect the response: send one, replace its payload, or only observe it. */
  readonly may?: 'answer' | 'replace the payload' | 'look on'
  /** Whether requests wait for the hook. If so, a function that can never finish is refused. */
  readonly delays?: true
  /** Whether the hook may be a guard. A guard can refuse requests, so the hook must run before the handler. */
  readonly mayGuard?: true
}

/** `test/tree/hook/completeness.test.ts` compares the rows with the types and the docs. */
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
  // An async function may take `done` in these two hooks. The loader then waits for `done`.
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

export const guardStages = requestHookNames.filter((name): name is GuardStage => 'mayGuard' in hooks[name])

export const delayingHookNames = requestHookNames.filter((name): name is DelayingHookName => 'delays' in hooks[name])

export interface HookDeclaration {
  readonly name: HookName
  readonly fn: Callable
  readonly node: ContextNode
  readonly sequence: number
  readonly origin: Origin
}

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

/** As in Fastify, a hook that is not in an array may be async and also take `done`. The first of the two to settle ends the hook. */
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
  if (name === 'onRoute') replayOnRoute(hook, nextPosition(node))
}

/**
 * Validates a hook at the call, so that the stack of an error contains the calling line. The returned function declares the hook, or returns the
 * error.
 */
function prepare(node: ContextNode, name: unknown, fn: unknown, origin: Origin): () => unknown {
  try {
    const hook = toHook(name, fn)
    return () => declare(node, hook, origin)
  } catch (fault) {
    return () => fault
  }
}

function toCloseHook(fn: unknown): unknown {
  if (typeof fn !== 'object' || fn === null) return fn
  const resource = fn as { [Symbol.asyncDispose]?: () => PromiseLike<void>; [Symbol.dispose]?: () => void }
  if (typeof resource[Symbol.asyncDispose] === 'function') return async () => resource[Symbol.asyncDispose]?.()
  if (typeof resource[Symbol.dispose] === 'function') return async () => resource[Symbol.dispose]?.()
  return fn
}

/** Such a hook is declared after all earlier plugins have loaded, so that it runs after their hooks. */
function isQueued(name: unknown): boolean {
  return !isHookName(name) || hooks[name].kind === 'request' || hooks[name].kind === 'register'
}

export const hookVerbs = {
  /** An invalid request hook is reported by `ready()`, because its declaration waits for plugins. Other errors are thrown at once. */
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
