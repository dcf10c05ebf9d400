import type { Resolve } from '../reference.ts'
import type { Node } from './node.ts'

/** The data that reading an operation needs. */
export interface Reading {
  readonly resolve: Resolve
  /** Makes the unique name of an endpoint. */
  readonly nameEndpoint: (wanted: string) => string
  /** Returns the constant of a part that has a name in the document. */
  readonly share: (section: Section, name: string, make: () => Node) => Node
}

export type Section = 'parameters' | 'responses' | 'requestBodies'
