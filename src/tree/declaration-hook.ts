/**
 * Hooks that run while something is declared: `onRoute` and `onRegister`. The declaration does not wait for what such a hook does later, so the boot
 * does, and fails where it fails.
 */
import { promiseOf } from '../base/promise.ts'
import { unlessError } from '../error/error.ts'
import type { HookDeclaration } from './hook.ts'
import { hooksSeenBy } from './inherit.ts'
import type { ContextNode } from './node.ts'

/** The rest of a hook that has returned and not finished. */
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
  // It may reject before it is awaited, which would end the process.
  promise.then(undefined, () => {})
  node.tree.lateHooks.push({ hook, promise })
}
