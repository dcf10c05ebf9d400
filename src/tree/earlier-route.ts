/**
 * Replays routes for an `onRoute` hook that was declared after them and should have seen them. The hook belongs to a shared plugin that was
 * registered before the routes. The plugin was not awaited, so it loaded after them.
 */
import type { HookDeclaration } from './hook.ts'
import type { ContextNode } from './node.ts'
import { isBehind, type Position, positionIn } from './position.ts'

/** A route as a later hook finds it. */
export interface EarlierRoute {
  readonly node: ContextNode
  readonly position: Position
  /** @throws what the hook throws */
  readonly show: (hook: HookDeclaration) => void
}

/** Shows an `onRoute` hook the routes of its context and below that stand behind it in the order of the statements. */
export function showEarlierRoutes(hook: HookDeclaration, position: Position): void {
  // A route that a hook declares meanwhile reaches the hook in the usual way.
  for (const route of [...hook.node.tree.routes]) {
    const found = positionIn(hook.node, route.node, route.position)
    if (found !== undefined && isBehind(found, position)) route.show(hook)
  }
}
