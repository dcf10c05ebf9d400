/** The scope of a schema: the schemas that its references can name, and whether it describes input or output. */
import type { SchemaLibrary } from '../../../types/provider.ts'
import type { ContextNode } from '../../tree/node.ts'

/** A context of the application with its visible schemas. It represents all contexts below with the same schemas. */
export interface SchemaContext {
  readonly node: ContextNode
  readonly shared: Readonly<Record<string, unknown>>
  readonly library?: SchemaLibrary | undefined
}

export interface Scope {
  readonly context: SchemaContext
  /** The schema that `#` refers to. */
  readonly document: unknown
  /** Whether values come in or go out. A default is filled in for incoming values, so they may be omitted. */
  readonly way: 'in' | 'out'
  /** The schema that `#` refers to in the form for responses, if a library has two forms. */
  readonly outgoing?: () => unknown
  /** The operation, which names schemas without a name. */
  readonly site: string
  /** Whether the schema is inside a keyword such as `anyOf` or `if`, where defaults are not filled in. */
  readonly isTried?: boolean
}
