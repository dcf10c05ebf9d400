/** How a value is looked at when it is judged whether it fits a schema. */

export interface Look {
  /** Members that a schema does not name are left out, and not refused. Required ones may have a default. */
  readonly isTrimmed: boolean
  /** Scalars may be converted. */
  readonly isConverted: boolean
  /** How many members would be left out. */
  lost: number
}

export type Fit = (value: unknown, look: Look) => boolean

/** A value has to be as it is. */
export const strictly: Look = Object.freeze({ isTrimmed: false, isConverted: false, lost: 0 })

/** The formats that are told apart: an expression, a function, or an object with one of both. */
export type Formats = Readonly<Record<string, unknown>>
