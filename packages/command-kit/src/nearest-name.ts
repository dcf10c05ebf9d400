import { distance } from 'fastest-levenshtein'

/**
 * @param allowed the largest number of changed characters. Default: a third of the name's length
 * @returns `undefined` if no name is similar enough
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
