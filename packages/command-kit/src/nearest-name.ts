import { distance } from 'fastest-levenshtein'

/**
 * Returns the known name that is closest to a misspelt one, or `undefined` if none is near enough.
 *
 * @param allowed the largest number of edits. Default: a third of the length
 */
export function nearestName(
  given: string,
  names: Iterable<string>,
  allowed = Math.max(1, Math.floor(given.length / 3))
): string | undefined {
  const rows = [...names].map((name) => ({ name, edits: distance(given.toLowerCase(), name.toLowerCase()) }))
  const near = rows.filter(({ edits }) => edits <= allowed)
  return near.sort((one, other) => one.edits - other.edits)[0]?.name
}
