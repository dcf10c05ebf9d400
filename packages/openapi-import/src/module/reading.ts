import type { Resolve } from '../reference.ts'
import type { Node } from './node.ts'

/** Functions that are needed to convert an operation. */
export interface Reading {
  readonly resolve: Resolve
  /** Returns a unique name for an endpoint: the wanted name, or the name with a number. */
  readonly nameEndpoint: (wanted: string) => string
  /** Returns the reference to the constant of a part in `components`. `make` writes the value of the constant at the first call. */
  readonly share: (section: Section, name: string, make: () => Node) => Node
}

export type Section = 'parameters' | 'responses' | 'requestBodies'
