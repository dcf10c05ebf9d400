/** The scope of a schema: the schemas that references inside it can name, and whether the schema describes input or output. */
import type { SchemaLibrary } from '../../../types/provider.ts'
import type { ContextNode } from '../../tree/node.ts'

/** A context of the application with its visible schemas. It also stands for all contexts below that have the same schemas. */
export interface SchemaContext {
  readonly node: ContextNode
  readonly shared: Readonly<Record<string, unknown>>
  readonly library?: SchemaLibrary | undefined
}

export interface Scope {
  readonly context: SchemaContext
  /** The schema that `#` refers to. */
  readonly document: unknown
  /** Whether values come in or go out. An incoming value may lack a member with a default, which is then filled in. */
  readonly way: 'in' | 'out'
  /** The schema that `#` refers to in responses, if the library generates a separate schema for responses. */
  readonly outgoing?: () => unknown
  /** The name of the operation, for schemas without a name. */
  readonly site: string
  /** Whether the schema is inside a keyword such as `anyOf` or `if`, where defaults are not filled in. */
  readonly ignoresDefaults?: boolean
}
