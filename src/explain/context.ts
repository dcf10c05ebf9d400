import type { ExplainedContext } from '../../types/explain.ts'
import { contextLabel } from '../tree/context-label.ts'
import type { ContextNode } from '../tree/node.ts'

export function toContext(node: ContextNode): ExplainedContext {
  const namesOf = (kind: 'app' | 'requestDecorators' | 'replyDecorators' | 'schema') =>
    [...(node.origins.get(kind)?.keys() ?? [])].map(String)
  return {
    name: contextLabel(node),
    context: node.parent === null ? 'app' : contextLabel(node.parent),
    place: node.origin?.place ?? null,
    prefix: node.prefix,
    app: namesOf('app'),
    request: namesOf('requestDecorators'),
    reply: namesOf('replyDecorators'),
    schemas: namesOf('schema')
  }
}
