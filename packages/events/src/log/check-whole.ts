/** The longest delay of a timer, in milliseconds. Node fires a timer with a longer delay at once. */
export const longestTimer = 2 ** 31 - 1

/**
 * @param owner the function with these options, for the message
 * @throws RangeError when an option is not a whole number from `from` to `to`
 */
export function checkWhole(
  owner: string,
  options: Readonly<Record<string, number>>,
  { from = 1, to = Number.POSITIVE_INFINITY }: { readonly from?: number; readonly to?: number } = {}
): void {
  const range = Number.isFinite(to) ? `from ${from} to ${to}` : `from ${from}`
  for (const [name, value] of Object.entries(options))
    if (!(Number.isSafeInteger(value) && value >= from && value <= to))
      throw new RangeError(`'${name}' of ${owner} takes a whole number ${range}, not ${value}.`)
}
