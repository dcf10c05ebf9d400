/**
 * Calls an `onRoute` hook for routes that were declared before the hook, if the hook's plugin was registered before the routes. Such a plugin is
 * shared and was not awaited, so it loaded after the routes.
 */
import type { HookDeclaration } from './hook.ts'
import type { ContextNode } from './node.ts'
import { isBehind, type Position, positionIn } from './position.ts'

export interface DeclaredRoute {
  readonly node: ContextNode
  readonly position: Position
  readonly callHook: (hook: HookDeclaration) => void
}

export function replayOnRoute(hook: HookDeclaration, position: Position): void {
  // The list is copied, because the hook may declare routes. The hook is called for them when they are declared, and must not get them again.
  for (const route of [...hook.node.tree.routes]) {
    const found = positionIn(hook.node, route.node, route.position)
    if (found !== undefined && isBehind(found, position)) route.callHook(hook)
  }
}
