/** The options and the result of checking whether a value matches a schema. */

export interface Look {
  /** Undeclared members are omitted, and not refused. Required ones may have a default. */
  readonly isTrimmed: boolean
  /** Scalars may be converted. */
  readonly isConverted: boolean
  /** How many members would be omitted. */
  lost: number
}

export type Fit = (value: unknown, look: Look) => boolean

/** The value must match without changes. */
export const strictly: Look = Object.freeze({ isTrimmed: false, isConverted: false, lost: 0 })

/** The known formats: a regular expression, a function, or an object with one of them. */
export type Formats = Readonly<Record<string, unknown>>
