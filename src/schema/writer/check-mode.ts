export interface CheckMode {
  /** Undeclared members are omitted instead of refused. A required member may be missing if it has a default, which is written instead. */
  readonly isTrimmed: boolean
  /** Scalars match if they can be converted, such as `1` to `"1"`. */
  readonly isConverted: boolean
  /** The result: how many members would be omitted. */
  omitted: number
}

export type Check = (value: unknown, mode: CheckMode) => boolean

export const strict: CheckMode = Object.freeze({ isTrimmed: false, isConverted: false, omitted: 0 })

/** By name: a regular expression, a function, or an object with one of them. */
export type Formats = Readonly<Record<string, unknown>>
