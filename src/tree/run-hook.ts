/** How a hook of the application's life is called, in either style, and for how long it is waited for. */
import { promiseOf } from '../base/promise.ts'
import { errors, failureOf, isFailure, unlessError } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import type { HookDeclaration } from './hook.ts'
import { pluginOf } from './node.ts'

export interface LifeHook extends Pick<HookDeclaration, 'name' | 'fn' | 'node'> {
  /** The plugins of its context when it was declared; otherwise those that came to it until now. */
  readonly pluginNames?: readonly string[]
}

/** Runs a hook in either style: with a parameter more than it is given it calls back, without it returns a promise or is done. A returned error is thrown. */
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
    // An async one that takes `done` is waited for until it calls it, or fails.
    promiseOf(unlessError(result))?.then(unlessError).catch(reject)
  })
}

/** A hook's function and plugin, behind the word "hook"; of one of the app itself there is no plugin to name. */
function titleOf({ fn, node, pluginNames = node.pluginNames }: LifeHook): string {
  const isOfApp = node.parent === null && pluginNames.length === 1
  return `${fn.name && ` "${fn.name}"`}${isOfApp ? '' : ` of '${pluginOf({ pluginNames })}'`}`
}

/** The error of a hook that does not finish. */
export function timeoutOf(hook: LifeHook, cause?: unknown): Error {
  return new errors.FST_ERR_HOOK_TIMEOUT(hook.name, titleOf(hook), { cause })
}

/**
 * Runs a hook for no longer than `timeout` milliseconds; 0 for as long as it takes.
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

/** Runs a hook for as long as it takes, and says so when that is longer than `patience` milliseconds; 0 for never. */
export function runWatched(hook: LifeHook, patience: number, given?: readonly unknown[]): Promise<unknown> {
  const finished = runHook(hook, given)
  if (patience === 0) return finished
  const timer = setTimeout(() => warn('ESPWRN002', hook.name, titleOf(hook), patience), patience)
  return finished.finally(() => clearTimeout(timer))
}
