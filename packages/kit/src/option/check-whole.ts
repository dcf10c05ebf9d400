import { inspect } from 'node:util'

/** The longest delay of a timer, in milliseconds. Node fires a timer with a longer delay at once. */
export const longestTimer = 2 ** 31 - 1

/**
 * @param owner the function or plugin with these options, for the message
 * @throws RangeError when an option is not a whole number from `from` to `to`
 */
export function checkWhole(
  owner: string,
  options: Readonly<Record<string, unknown>>,
  { from = 1, to = Number.MAX_SAFE_INTEGER }: { readonly from?: number; readonly to?: number } = {}
): void {
  for (const [name, value] of Object.entries(options))
    if (!(Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to))
      throw new RangeError(
        `'${name}' of ${owner} takes a whole number from ${from} to ${to}, not ${inspect(value, { depth: 0 })}.`
      )
}
