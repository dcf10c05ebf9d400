/**
 * Calls an `onRoute` hook for routes that were declared before the hook, if the hook's plugin was registered before the routes. A shared plugin
 * that is not awaited loads after such routes.
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
  // Copied, because the hook may declare routes. The hook is called for new routes when they are declared, and must not get them twice.
  for (const route of [...hook.node.tree.routes]) {
    const found = positionIn(hook.node, route.node, route.position)
    if (found !== undefined && isBehind(found, position)) route.callHook(hook)
  }
}
