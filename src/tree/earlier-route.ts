/**
 * Calls an `onRoute` hook for routes that were declared before it although it should have seen them. The hook belongs to a shared plugin that was
 * registered before the routes. The plugin was not awaited, so it loaded after them.
 */
import type { HookDeclaration } from './hook.ts'
import type { ContextNode } from './node.ts'
import { isBehind, type Position, positionIn } from './position.ts'

/** An earlier route, for a later hook. */
export interface EarlierRoute {
  readonly node: ContextNode
  readonly position: Position
  /** @throws what the hook throws */
  readonly show: (hook: HookDeclaration) => void
}

/** Calls an `onRoute` hook for the routes of its context and below that follow it in the order of statements. */
export function showEarlierRoutes(hook: HookDeclaration, position: Position): void {
  // A route that the hook itself declares meanwhile reaches it in the usual way.
  for (const route of [...hook.node.tree.routes]) {
    const found = positionIn(hook.node, route.node, route.position)
    if (found !== undefined && isBehind(found, position)) route.show(hook)
  }
}
