/**
 * Runs `onRoute` and `onRegister` hooks. Methods such as `app.get` run these hooks synchronously, so the boot waits for promises that the hooks
 * return.
 */
import { promiseOf } from '../base/outcome.ts'
import { unlessError } from '../error/error.ts'
import type { HookDeclaration } from './hook.ts'
import { hooksSeenBy } from './inherit.ts'
import type { ContextNode } from './node.ts'

export interface LateHook {
  readonly hook: HookDeclaration
  readonly promise: Promise<unknown>
}

export function runDeclarationHooks(node: ContextNode, name: 'onRoute' | 'onRegister', ...args: unknown[]): void {
  for (const hook of hooksSeenBy(node, name)) runDeclarationHook(hook, node, ...args)
}

export function runDeclarationHook(hook: HookDeclaration, node: ContextNode, ...args: unknown[]): void {
  const promise = promiseOf(unlessError(hook.fn.call(node.app, ...args)))?.then(unlessError)
  if (promise === undefined) return
  // The promise may reject before the boot awaits it. An unhandled rejection would end the process.
  promise.then(undefined, () => {})
  node.tree.lateHooks.push({ hook, promise })
}
