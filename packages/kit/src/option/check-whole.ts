/** Checks options that are whole numbers. */
import { inspect } from 'node:util'

/** In milliseconds: the longest delay of a timer. Node fires a timer with a longer delay at once. */
export const longestTimer = 2 ** 31 - 1

interface Range {
  readonly from?: number
  readonly to?: number
}

/**
 * Checks that options are whole numbers.
 *
 * @param owner the name of the function or plugin with these options, for the message
 * @throws RangeError when an option is not a whole number from `from` (default: 1) to `to` (default: 2⁵³ − 1)
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
