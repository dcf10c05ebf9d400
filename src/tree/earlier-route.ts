/**
 * Routes that were declared before a hook that acts on routes, though it should have seen them: the hook is that of a shared plugin, which was
 * registered before them and loaded after them, because nobody waited for it.
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
  // What a hook declares meanwhile, it sees as any other.
  for (const route of [...hook.node.tree.routes]) {
    const found = positionIn(hook.node, route.node, route.position)
    if (found !== undefined && isBehind(found, position)) route.show(hook)
  }
}
