import type { SchemaLibrary } from '../../../types/provider.ts'
import type { ContextNode } from '../../tree/node.ts'

/** The schemas that `$ref` can reach in a plugin context. Contexts with the same schemas share this object. */
export interface SchemaContext {
  readonly node: ContextNode
  readonly shared: Readonly<Record<string, unknown>>
  readonly library?: SchemaLibrary | undefined
}

export interface Scope {
  readonly context: SchemaContext
  /** The schema to which `#` refers. */
  readonly document: unknown
  /** `in` for requests, `out` for responses. A property with a default is optional in requests and always present in responses. */
  readonly way: 'in' | 'out'
  /** Returns the schema for responses, if a library such as Zod generates a separate one. */
  readonly outgoing?: () => unknown
  /** Used to name schemas without an id. */
  readonly operationId: string
  /** True inside keywords such as `anyOf` and `if`, where validators do not apply defaults. */
  readonly ignoresDefaults?: boolean
}
