import type { Resolve } from '../reference.ts'
import type { Node } from './node.ts'

/** The surroundings of an operation that reading it needs. */
export interface Reading {
  readonly resolve: Resolve
  /** Gives each endpoint a name that no other has. */
  readonly nameEndpoint: (wanted: string) => string
  /** Gives a part that the document names the constant of that part. */
  readonly share: (section: Section, name: string, make: () => Node) => Node
}

export type Section = 'parameters' | 'responses' | 'requestBodies'
