/** Advice for code that a migration does not change, because only a developer can decide about it. */
import type { NodePath } from '../node.ts'

export interface Sign {
  readonly line: number
  /** Lines with the same advice are reported together. */
  readonly advice: string
  /** Whether the application also works if the code is not changed. */
  readonly mayStay?: boolean
}

/** Returns advice if a developer has to look at the node. */
export type Rule = (nodePath: NodePath, file: FileFacts) => string | Omit<Sign, 'line'> | undefined

export interface FileFacts {
  readonly isTyped: boolean
  /** Whether the file defines a variable `require`. Calls of this variable do not load modules. */
  readonly isRequireTaken: boolean
}

const repository = 'https://github.com/espalier-js/espalier/blob/main'

export const page = (name: string): string => `${repository}/docs/${name}`

export const row = (number: number): string => `row ${number} of ${page('coming-from-fastify.md')}`
