/** The options and the result of checking whether a value matches a schema. */
export interface CheckMode {
  /** Whether undeclared members are omitted, and not refused. A required member may then be missing if it has a default, which is written instead. */
  readonly isTrimmed: boolean
  /** Whether scalars match if they can be converted, such as `1` to `"1"`. */
  readonly isConverted: boolean
  /** How many members would be omitted. */
  omitted: number
}

export type Check = (value: unknown, mode: CheckMode) => boolean

/** The options for a value that must match without changes. */
export const strict: CheckMode = Object.freeze({ isTrimmed: false, isConverted: false, omitted: 0 })

/** The known formats: a regular expression, a function, or an object with one of them. */
export type Formats = Readonly<Record<string, unknown>>
