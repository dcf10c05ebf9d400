import { distance } from 'fastest-levenshtein'

/**
 * @param allowed how many characters may differ. Default: a third of the length of `given`
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
