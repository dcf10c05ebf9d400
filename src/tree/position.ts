/**
 * The place of a declaration in its context, in the order of statements: a route, a hook, a registration. Declarations of a shared plugin have the
 * place where the plugin was registered, however much later it loads.
 */
import type { ContextNode } from './node.ts'

/** The number of the statement; of a shared plugin's statement the number of its registration first. */
export type Position = readonly number[]

/** Where the next statement of a context stands, and the plugin whose statement it is; `undefined` if that has no name, or is the application. */
export interface Cursor {
  readonly at: Position
  next: number
  readonly plugin: string | undefined
  /** Whether it is the statement of a plugin that was written for Fastify. */
  readonly isForeign: boolean
}

export function nextPosition({ cursor }: ContextNode): Position {
  return [...cursor.at, cursor.next++]
}

/** Takes what is declared in a context for a plugin's that was registered at a position, until the function that is returned is called. */
export function moveTo(node: ContextNode, at: Position, plugin: Pick<Cursor, 'plugin' | 'isForeign'>): () => void {
  const before = node.cursor
  node.cursor = { at, next: 0, ...plugin }
  return () => {
    node.cursor = before
  }
}

/** Where in a context something stands that was declared there or in a context below; `undefined` if it was declared in neither. */
export function positionIn(context: ContextNode, node: ContextNode, position: Position): Position | undefined {
  if (node === context) return position
  return node.parent === null ? undefined : positionIn(context, node.parent, node.position)
}

/** Returns whether a position comes after another and outside of its plugin. */
export function isBehind(position: Position, other: Position): boolean {
  for (const [index, number] of other.entries()) {
    const own = position[index]
    if (own !== number) return own !== undefined && own > number
  }
  return false
}
