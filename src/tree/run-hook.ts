/** Calls a hook of the app's lifecycle, in either style, with or without a time limit. */
import { promiseOf } from '../base/outcome.ts'
import { errors, failureOf, isFailure, unlessError } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import type { HookDeclaration } from './hook.ts'
import { pluginOf } from './node.ts'

export interface LifeHook extends Pick<HookDeclaration, 'name' | 'fn' | 'node'> {
  /** The plugins of its context at the time of its declaration; otherwise the current ones. */
  readonly pluginNames?: readonly string[]
}

/**
 * Runs a hook in either style: with one parameter more than the given arguments it calls back, otherwise it returns a promise or is synchronous. A
 * returned error is thrown.
 */
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

/** The function and the plugin of a hook, for a message after the word "hook". Hooks of the app itself have no plugin. */
function titleOf({ fn, node, pluginNames = node.pluginNames }: LifeHook): string {
  const isOfApp = node.parent === null && pluginNames.length === 1
  return `${fn.name && ` "${fn.name}"`}${isOfApp ? '' : ` of '${pluginOf({ pluginNames })}'`}`
}

/** The error of a hook that exceeds its time limit. */
export function timeoutOf(hook: LifeHook, cause?: unknown): Error {
  return new errors.FST_ERR_HOOK_TIMEOUT(hook.name, titleOf(hook), { cause })
}

/**
 * Runs a hook for at most `timeout` milliseconds; 0 is no limit.
 *
 * @throws FST_ERR_HOOK_TIMEOUT
 */
export function runBounded(hook: LifeHook, timeout: number): Promise<unknown> {
  const finished = runHook(hook)
  if (timeout === 0) return finished
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutOf(hook)), timeout)
    finished.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Runs a hook without a time limit, and logs when it takes longer than `patience` milliseconds; 0 for never. */
export function runWatched(hook: LifeHook, patience: number, given?: readonly unknown[]): Promise<unknown> {
  const finished = runHook(hook, given)
  if (patience === 0) return finished
  const timer = setTimeout(() => warn('ESPWRN002', hook.name, titleOf(hook), patience), patience)
  return finished.finally(() => clearTimeout(timer))
}
