/** Hooks of the application's life: they run once, in the context that declared them, the root's first and then depth first. */
import { errors } from '../error/error.ts'
import { type Callable, toCallable } from './app-object.ts'
import type { HookDeclaration, HookName } from './hook.ts'
import { type ContextNode, walk } from './node.ts'

type ApplicationHookName = Extract<HookName, 'onReady' | 'onListen' | 'preClose'>

function hooksBelow(root: ContextNode, name: ApplicationHookName): HookDeclaration[] {
  const found: HookDeclaration[] = []
  walk(root, (node) => found.push(...node.hooks.filter((hook) => hook.name === name)))
  return found
}

/** Runs a hook in either style: with a parameter it calls back, without it answers a promise or is done. */
function run({ fn, node }: HookDeclaration): Promise<unknown> {
  const hook: Callable = toCallable(fn)
  if (fn.length === 0) return Promise.resolve().then(() => hook.call(node.app))
  return new Promise((resolve, reject) =>
    hook.call(node.app, (error: unknown) => (error ? reject(error) : resolve(undefined)))
  )
}

/** Bounds a hook in time, so that one that never finishes is named instead of stopping the app without a word. */
function withTimeout(hook: HookDeclaration, milliseconds: number): Promise<unknown> {
  if (milliseconds <= 0) return run(hook)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new errors.FST_ERR_HOOK_TIMEOUT(hook.name, hook.fn.name && ` "${hook.fn.name}"`)),
      milliseconds
    )
    run(hook)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** @throws FST_ERR_HOOK_TIMEOUT when a hook does not finish in time (in milliseconds; 0 is no limit). */
export async function runApplicationHooks(
  root: ContextNode,
  name: ApplicationHookName,
  timeout: number
): Promise<void> {
  for (const hook of hooksBelow(root, name)) await withTimeout(hook, timeout)
}

/** Runs hooks whose failure stops nothing: each is reported. */
export async function runWatchingHooks(
  root: ContextNode,
  name: ApplicationHookName,
  report: (error: unknown) => void
): Promise<void> {
  for (const hook of hooksBelow(root, name)) await run(hook).catch(report)
}
