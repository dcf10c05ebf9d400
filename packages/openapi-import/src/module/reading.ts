import type { Resolve } from '../reference.ts'
import type { Node } from './node.ts'

export interface Reading {
  readonly resolve: Resolve
  /** Returns the name for an endpoint's constant: the wanted name, or this name with a number if it is taken. */
  readonly nameEndpoint: (wanted: string) => string
  readonly share: (section: Section, name: string, make: () => Node) => Node
}

export type Section = 'parameters' | 'responses' | 'requestBodies'
