/** A migration does not change the places that only a developer can decide about. It gives advice instead. */
import type { NodePath } from '../node.ts'

export interface Sign {
  readonly line: number
  /** Places with the same advice are listed together. */
  readonly advice: string
  /** Whether the application also works without the change. */
  readonly mayStay?: boolean
}

/** Returns advice if a developer has to look at the node. */
export type Rule = (nodePath: NodePath, file: FileFacts) => string | Omit<Sign, 'line'> | undefined

export interface FileFacts {
  readonly isTyped: boolean
  /** If the file defines a variable `require`, this variable does not load modules. */
  readonly isRequireTaken: boolean
}

const repository = 'https://github.com/espalier-js/espalier/blob/main'

export const page = (name: string): string => `${repository}/docs/${name}`

export const row = (number: number): string => `row ${number} of ${page('coming-from-fastify.md')}`
