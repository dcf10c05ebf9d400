/** A place that a migration does not change, because only a developer can decide what is right. */
import type { Place } from '../node.ts'

export interface Sign {
  readonly line: number
  /** The code at the place, its meaning, and the suggested code. Places with the same advice are listed together. */
  readonly advice: string
  /** Whether the application works without a change. */
  readonly mayStay?: boolean
}

/** Checks one node of a file, and returns the advice about it, if any. */
export type Rule = (place: Place, file: FileFacts) => string | Omit<Sign, 'line'> | undefined

/** Facts about the file, for rules. */
export interface FileFacts {
  readonly isTyped: boolean
  /** Whether the file has its own `require`. */
  readonly isRequireTaken: boolean
}

const repository = 'https://github.com/espalier-js/espalier/blob/main'

/** Returns the URL of a document, optionally with the anchor of a heading: `observability.md#datadog`. */
export const page = (name: string): string => `${repository}/docs/${name}`

/** Formats a reference to a row of the table of differences. */
export const row = (number: number): string => `row ${number} of ${page('coming-from-fastify.md')}`
