/** Advice about a place in a file that a migration does not change, because only a developer can decide what is right. */
import type { NodePath } from '../node.ts'

export interface Sign {
  readonly line: number
  /** Sentences that describe the code at the place, and suggest a change. Places with the same advice are listed together. */
  readonly advice: string
  /** Whether the application also works without the change. */
  readonly mayStay?: boolean
}

/** Checks one node of a file. Returns advice if a developer has to look at the node. */
export type Rule = (nodePath: NodePath, file: FileFacts) => string | Omit<Sign, 'line'> | undefined

/** Facts about the file on which rules depend. */
export interface FileFacts {
  readonly isTyped: boolean
  /** Whether the file defines a variable `require`, which then does not load modules. */
  readonly isRequireTaken: boolean
}

const repository = 'https://github.com/espalier-js/espalier/blob/main'

/** Returns the URL of a page of the documentation, such as `observability.md#datadog`. */
export const page = (name: string): string => `${repository}/docs/${name}`

/** Returns the words that refer to a row of the table of differences in docs/coming-from-fastify.md. */
export const row = (number: number): string => `row ${number} of ${page('coming-from-fastify.md')}`
