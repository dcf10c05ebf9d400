/** A place that a migration does not change, because only its author knows what is right there. */
import type { Place } from '../node.ts'

export interface Sign {
  readonly line: number
  /** The text that stands there, its meaning, and the text to write. Places of one advice are listed below it together. */
  readonly advice: string
  /** True where nothing has to be done for the application to work. */
  readonly mayStay?: boolean
}

/** Looks at one node of a file, and says what is to be told of it. */
export type Rule = (place: Place, file: FileFacts) => string | Omit<Sign, 'line'> | undefined

/** The facts about the file that a rule gets beside the node. */
export interface FileFacts {
  readonly isTyped: boolean
  /** True when `require` is something of the file's own. */
  readonly isRequireTaken: boolean
}

const repository = 'https://github.com/espalier-js/espalier/blob/main'

/** Returns the address of a document, with the name of a heading where it has one: `observability.md#datadog`. */
export const page = (name: string): string => `${repository}/docs/${name}`

/** Names a row of the table of differences, and where the table stands. */
export const row = (number: number): string => `row ${number} of ${page('coming-from-fastify.md')}`
