/** Calls a hook of the app's lifecycle, such as `onReady`, whether it is async or calls `done`, with or without a time limit. */
import { promiseOf } from '../base/outcome.ts'
import { errors, failureOf, isFailure, unlessError } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import type { HookDeclaration } from './hook.ts'
import { pluginOf } from './node.ts'

export interface LifeHook extends Pick<HookDeclaration, 'name' | 'fn' | 'node'> {
  /** The plugins of the context when the hook was declared. Default: the current plugins of the context. */
  readonly pluginNames?: readonly string[]
}

/** If the hook has one parameter more than there are given arguments, its last parameter is a callback. */
export function runHook({ fn, node }: LifeHook, given: readonly unknown[] = []): Promise<unknown> {
  if (fn.length <= given.length)
    return Promise.resolve()
      .then(() => unlessError(fn.call(node.app, ...given)))
      .then(unlessError)
  return new Promise((resolve, reject) => {
    const result = fn.call(node.app, ...given, (error: unknown, value: unknown) => {
      const failure = failureOf(error, value)
      return isFailure(failure) ? reject(failure) : resolve(undefined)
    })
    // An async hook that takes `done` has finished when it calls `done`, or when it rejects.
    promiseOf(unlessError(result))?.then(unlessError).catch(reject)
  })
}

/** Returns the text that follows the word "hook" in messages: the function's name and its plugin. Hooks of the app itself have no plugin. */
function titleOf({ fn, node, pluginNames = node.pluginNames }: LifeHook): string {
  const isOfApp = node.parent === null && pluginNames.length === 1
  return `${fn.name && ` "${fn.name}"`}${isOfApp ? '' : ` of '${pluginOf({ pluginNames })}'`}`
}

export function timeoutOf(hook: LifeHook, cause?: unknown): Error {
  return new errors.FST_ERR_HOOK_TIMEOUT(hook.name, titleOf(hook), { cause })
}

/** @param timeout in milliseconds; 0 for no limit. @throws FST_ERR_HOOK_TIMEOUT */
export function runBounded(hook: LifeHook, timeout: number): Promise<unknown> {
  const finished = runHook(hook)
  if (timeout === 0) return finished
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutOf(hook)), timeout)
    finished.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** @param warnAfter in milliseconds; 0 for no warning */
export function runWatched(hook: LifeHook, warnAfter: number, given?: readonly unknown[]): Promise<unknown> {
  const finished = runHook(hook, given)
  if (warnAfter === 0) return finished
  const timer = setTimeout(() => warn('ESPWRN002', hook.name, titleOf(hook), warnAfter), warnAfter)
  return finished.finally(() => clearTimeout(timer))
}
