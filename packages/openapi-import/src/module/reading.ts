import type { Resolve } from '../reference.ts'
import type { Node } from './node.ts'

export interface Reading {
  readonly resolve: Resolve
  /** Appends a number to a name that is taken. */
  readonly nameEndpoint: (wanted: string) => string
  readonly share: (section: Section, name: string, make: () => Node) => Node
}

export type Section = 'parameters' | 'responses' | 'requestBodies'
