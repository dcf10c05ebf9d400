import { noDecorators } from './decorator.ts'
import type { ContextNode } from './node.ts'

export function emptyDeclarations() {
  return {
    children: [],
    registeredPlugins: [],
    origins: new Map(),
    hooks: [],
    routeDefaults: [],
    requestDecorators: noDecorators,
    replyDecorators: noDecorators,
    settings: {},
    built: {},
    notFound: null
  } satisfies Partial<ContextNode>
}
