/** Where a schema stands: what its references may name, and which way its values go. */
import type { SchemaLibrary } from '../../../types/provider.ts'
import type { ContextNode } from '../../tree/node.ts'

/** A context of the application, with what its routes see of schemas; it stands for those below it that see the same. */
export interface SchemaContext {
  readonly node: ContextNode
  readonly shared: Readonly<Record<string, unknown>>
  readonly library?: SchemaLibrary | undefined
}

export interface Scope {
  readonly context: SchemaContext
  /** The target of `#`. */
  readonly document: unknown
  /** A default is filled in where values come in: there what has one need not be sent. */
  readonly way: 'in' | 'out'
  /** The target of `#` in the same schema for responses, where a library writes it in two ways. */
  readonly outgoing?: () => unknown
  /** The operation, for schemas without a name. */
  readonly site: string
  /** Inside a schema that is only tried, where no default is filled in. */
  readonly isTried?: boolean
}
