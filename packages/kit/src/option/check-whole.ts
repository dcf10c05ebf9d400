/** Checks options that are whole numbers. */
import { inspect } from 'node:util'

/** In milliseconds: the longest delay of a timer. A longer one fires at once. */
export const longestTimer = 2 ** 31 - 1

interface Range {
  readonly from?: number
  readonly to?: number
}

/**
 * Checks options of a function or plugin.
 *
 * @param owner its name, for the message
 * @throws RangeError when one is not a whole number from `from` (1) to `to` (2⁵³ − 1)
 */
export function checkWhole(
  owner: string,
  options: Readonly<Record<string, unknown>>,
  { from = 1, to = Number.MAX_SAFE_INTEGER }: Range = {}
): void {
  for (const [name, value] of Object.entries(options))
    if (!(Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to))
      throw new RangeError(
        `'${name}' of ${owner} takes a whole number from ${from} to ${to}, not ${inspect(value, { depth: 0 })}.`
      )
}
