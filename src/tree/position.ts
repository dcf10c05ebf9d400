/**
 * The position of a declaration among the routes, registrations and `onRoute` hooks of a context. A shared plugin loads later than it is registered,
 * but keeps the position at which it was registered.
 */
import type { ContextNode } from './node.ts'

/** Declarations are numbered in each context. In a shared plugin, the number of the plugin's registration comes first, as in `[3, 0]`. */
export type Position = readonly number[]

/** The position of the next declaration of a context, and the plugin that makes it. */
export interface DeclarationCursor {
  readonly at: Position
  next: number
  readonly plugin: string | undefined
  readonly isForeign: boolean
}

export function nextPosition({ cursor }: ContextNode): Position {
  return [...cursor.at, cursor.next++]
}

/** Until the returned function is called, declarations in the context get positions within the plugin's registration. */
export function moveTo(
  node: ContextNode,
  at: Position,
  plugin: Pick<DeclarationCursor, 'plugin' | 'isForeign'>
): () => void {
  const before = node.cursor
  node.cursor = { at, next: 0, ...plugin }
  return () => {
    node.cursor = before
  }
}

/** Returns the position in `context` of a declaration at `node`, a descendant of `context`; `undefined` for any other context. */
export function positionIn(context: ContextNode, node: ContextNode, position: Position): Position | undefined {
  if (node === context) return position
  return node.parent === null ? undefined : positionIn(context, node.parent, node.position)
}

/** Whether a position comes after `other`, but not within the plugin that is registered at `other`. */
export function isBehind(position: Position, other: Position): boolean {
  for (const [index, number] of other.entries()) {
    const own = position[index]
    if (own !== number) return own !== undefined && own > number
  }
  return false
}
