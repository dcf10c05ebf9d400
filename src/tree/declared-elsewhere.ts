/** The hint of an error about a missing name: which other context declares the name. Only in development, because clients may see the message. */
import { isInDevelopment } from '../error/exposure.ts'
import { contextLabel, shortPlace } from './context-label.ts'
import { commonAbove } from './inherit.ts'
import { type ContextNode, walk } from './node.ts'
import type { NamedKind } from './origin.ts'

function declarerOf(node: ContextNode, kind: NamedKind, name: unknown): ContextNode | undefined {
  const found: ContextNode[] = []
  walk(node.tree.root, (each) => {
    if (each.origins.get(kind)?.has(name)) found.push(each)
  })
  return found[0]
}

export function declaredElsewhere(node: ContextNode, kind: NamedKind, name: unknown): string {
  const declarer = isInDevelopment() ? declarerOf(node, kind, name) : undefined
  if (declarer === undefined) return ''
  const at = shortPlace(declarer.origins.get(kind)?.get(name)?.place)
  const place = at === undefined ? '' : ` (${at})`
  return ` The context '${contextLabel(declarer)}' declares it${place} for itself and those below. Share it with '${contextLabel(commonAbove(node, declarer))}', by shared() or fastify-plugin.`
}
