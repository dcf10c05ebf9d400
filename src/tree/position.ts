/**
 * The position of a declaration in its context, in the order of statements: of a route, a hook or a registration. Declarations of a shared plugin have
 * the position of its registration, although it loads later.
 */
import type { ContextNode } from './node.ts'

/** The number of the statement; for statements of a shared plugin the number of its registration comes first. */
export type Position = readonly number[]

/** The position of the next statement of a context, and the plugin that makes it; `undefined` for a plugin without a name and for the application. */
export interface Cursor {
  readonly at: Position
  next: number
  readonly plugin: string | undefined
  /** Whether a plugin for Fastify makes the statement. */
  readonly isForeign: boolean
}

export function nextPosition({ cursor }: ContextNode): Position {
  return [...cursor.at, cursor.next++]
}

/**
 * Attributes the following declarations of a context to a plugin that was registered at a position. Returns a function that restores the previous one.
 */
export function moveTo(node: ContextNode, at: Position, plugin: Pick<Cursor, 'plugin' | 'isForeign'>): () => void {
  const before = node.cursor
  node.cursor = { at, next: 0, ...plugin }
  return () => {
    node.cursor = before
  }
}

/** The position of a declaration relative to a context; `undefined` if it was not made there or below. */
export function positionIn(context: ContextNode, node: ContextNode, position: Position): Position | undefined {
  if (node === context) return position
  return node.parent === null ? undefined : positionIn(context, node.parent, node.position)
}

/** Whether a position comes after another one, and not within the same plugin. */
export function isBehind(position: Position, other: Position): boolean {
  for (const [index, number] of other.entries()) {
    const own = position[index]
    if (own !== number) return own !== undefined && own > number
  }
  return false
}
