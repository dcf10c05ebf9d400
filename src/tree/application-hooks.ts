/** Runs the hooks `onReady`, `onListen` and `preClose`, each hook once, a context before its children. */
import { readOf, toReason } from '../error/error.ts'
import { setNotes } from '../error/note.ts'
import type { HookDeclaration, HookName } from './hook.ts'
import { type Loader, toBootError } from './load.ts'
import { type ContextNode, pluginOf, type Tree, walk } from './node.ts'
import { runBounded, runHook, timeoutOf } from './run-hook.ts'

type ApplicationHookName = Extract<HookName, 'onReady' | 'onListen' | 'preClose'>

function hooksBelow(root: ContextNode, name: ApplicationHookName): HookDeclaration[] {
  const found: HookDeclaration[] = []
  walk(root, (node) => found.push(...node.hooks.filter((hook) => hook.name === name)))
  return found
}

/** Runs the hooks in avvio's queue, so that `pluginTimeout` applies to each hook. @throws FST_ERR_HOOK_TIMEOUT */
export function queueReadyHooks({ root, lateHooks }: Tree, loader: Loader): Promise<void> {
  let current: HookDeclaration | null = null
  const queue = (hook: HookDeclaration, finish: () => Promise<unknown>) =>
    loader.ready((error, done) => {
      if (error) return done(error)
      current = hook
      const notes = { hook: `${hook.name} '${hook.fn.name || 'anonymous'}'`, plugin: pluginOf(hook.node) }
      finish().then(
        () => done(),
        (reason) => done(setNotes(toReason(reason), notes))
      )
    })
  for (const { hook, promise } of lateHooks) queue(hook, () => promise)
  for (const hook of hooksBelow(root, 'onReady')) queue(hook, () => runHook(hook))
  return new Promise((resolve, reject) => {
    loader.ready((error, done) => {
      done()
      if (error === null || error === undefined) return resolve()
      const isTimeout = readOf(error, 'code') === 'AVV_ERR_READY_TIMEOUT'
      reject(isTimeout && current !== null ? timeoutOf(current, error) : toBootError(error))
    })
  })
}

/** @param timeout in milliseconds for each hook; 0 for no limit */
export async function runWatchingHooks(
  root: ContextNode,
  name: ApplicationHookName,
  timeout: number,
  report: (error: unknown) => void
): Promise<void> {
  for (const hook of hooksBelow(root, name)) await runBounded(hook, timeout).catch(report)
}
