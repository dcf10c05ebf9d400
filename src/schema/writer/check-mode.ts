export interface CheckMode {
  /** Whether undeclared properties are omitted instead of refused. A missing required property is then replaced by its default. */
  readonly isTrimmed: boolean
  /** Whether scalars match if they can be converted, such as `1` to `"1"`. */
  readonly isConverted: boolean
  /** A result: the number of properties that would be omitted. */
  omitted: number
}

export type Check = (value: unknown, mode: CheckMode) => boolean

export const strict: CheckMode = Object.freeze({ isTrimmed: false, isConverted: false, omitted: 0 })

/** Formats by name: a regular expression, a function, or an object with one of them. */
export type Formats = Readonly<Record<string, unknown>>
