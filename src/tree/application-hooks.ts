/** Hooks of the application's life: they run once, in the context that declared them, the root's first and then depth first. */
import { errors, readOf, toReason } from '../error/error.ts'
import { promiseOf } from '../error/promise.ts'
import type { HookDeclaration, HookName } from './hook.ts'
import { type Loader, toBootError } from './load.ts'
import { type ContextNode, type Tree, walk } from './node.ts'

type ApplicationHookName = Extract<HookName, 'onReady' | 'onListen' | 'preClose'>

function hooksBelow(root: ContextNode, name: ApplicationHookName): HookDeclaration[] {
  const found: HookDeclaration[] = []
  walk(root, (node) => found.push(...node.hooks.filter((hook) => hook.name === name)))
  return found
}

/** Runs a hook in either style: with a parameter it calls back, without it answers a promise or is done. */
function run({ fn, node }: HookDeclaration): Promise<unknown> {
  if (fn.length === 0) return Promise.resolve().then(() => fn.call(node.app))
  return new Promise((resolve, reject) => {
    const result = fn.call(node.app, (error: unknown) => (error ? reject(error) : resolve(undefined)))
    // An async one that takes `done` is waited for until it calls it, or fails.
    promiseOf(result)?.catch(reject)
  })
}

/** Notes on an error which hook it came from, where the error can take a note. */
function blame({ name, fn, node }: HookDeclaration, error: unknown): unknown {
  const reason = toReason(error)
  try {
    if (reason instanceof Error)
      Object.assign(reason, { hook: `${name} '${fn.name || 'anonymous'}'`, plugin: node.pluginNames.join(' -> ') })
  } catch {}
  return reason
}

/**
 * Waits for the `onRoute` and `onRegister` hooks that are not done yet and runs the `onReady` hooks, behind whatever else waits for the loading,
 * each bounded by the time a plugin may take.
 *
 * @throws FST_ERR_HOOK_TIMEOUT when a hook does not finish in time
 */
export function queueReadyHooks({ root, lateHooks }: Tree, loader: Loader): Promise<void> {
  let current: HookDeclaration | null = null
  const queue = (hook: HookDeclaration, finish: () => Promise<unknown>) =>
    loader.ready((error, done) => {
      if (error) return done(error)
      current = hook
      finish().then(
        () => done(),
        (reason) => done(blame(hook, reason))
      )
    })
  for (const { hook, promise } of lateHooks) queue(hook, () => promise)
  for (const hook of hooksBelow(root, 'onReady')) queue(hook, () => run(hook))
  return new Promise((resolve, reject) => {
    loader.ready((error, done) => {
      done()
      if (error === null || error === undefined) return resolve()
      const isTimeout = readOf(error, 'code') === 'AVV_ERR_READY_TIMEOUT'
      reject(isTimeout && current !== null ? timeoutOf(current, error) : toBootError(error))
    })
  })
}

function timeoutOf({ name, fn }: HookDeclaration, cause?: unknown): Error {
  return new errors.FST_ERR_HOOK_TIMEOUT(name, fn.name && ` "${fn.name}"`, { cause })
}

/**
 * Runs hooks whose failure stops nothing: each is reported.
 *
 * @param timeout in milliseconds: how long each of them is waited for; 0 for as long as it takes
 */
export async function runWatchingHooks(
  root: ContextNode,
  name: ApplicationHookName,
  timeout: number,
  report: (error: unknown) => void
): Promise<void> {
  for (const hook of hooksBelow(root, name)) await runBounded(hook, timeout).catch(report)
}

function runBounded(hook: HookDeclaration, timeout: number): Promise<unknown> {
  const finished = run(hook)
  if (timeout === 0) return finished
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutOf(hook)), timeout)
    finished.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
