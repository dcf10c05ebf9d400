import type { SchemaLibrary } from '../../../types/provider.ts'
import type { ContextNode } from '../../tree/node.ts'

/** Contexts below with the same schemas share this object. */
export interface SchemaContext {
  readonly node: ContextNode
  readonly shared: Readonly<Record<string, unknown>>
  readonly library?: SchemaLibrary | undefined
}

export interface Scope {
  readonly context: SchemaContext
  /** The schema that `#` refers to. */
  readonly document: unknown
  /** `in` for requests. A property with a default is optional in requests, and always present in responses. */
  readonly way: 'in' | 'out'
  /** `document` for responses, if the library generates a separate schema for responses. */
  readonly outgoing?: () => unknown
  /** Names schemas without a name of their own. */
  readonly operationId: string
  /** True inside keywords such as `anyOf` and `if`, where validators do not add defaults. */
  readonly ignoresDefaults?: boolean
}
