/**
 * Equal items of an array, found in one pass. Comparing every pair, as Ajv does for objects, lets a body of one megabyte hold
 * the process for minutes.
 */

/** Answers the indices of the last item that has an equal before it, and of that equal; `undefined` if all items differ. */
export function findDuplicate(items: readonly unknown[]): [later: number, earlier: number] | undefined {
  const primitives = new Map<unknown, number>()
  const structures = new Map<string, number>()
  let found: [number, number] | undefined
  for (const [index, item] of items.entries()) {
    const isStructure = typeof item === 'object' && item !== null
    const earlier = isStructure ? exchange(structures, canonicalText(item), index) : exchange(primitives, item, index)
    if (earlier !== undefined) found = [index, earlier]
  }
  return found
}

function exchange<Key>(indices: Map<Key, number>, key: Key, index: number): number | undefined {
  const earlier = indices.get(key)
  indices.set(key, index)
  return earlier
}

/** One text for all values that are equal as JSON: `{ a, b }` and `{ b, a }`, `0` and `-0`. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value as Record<string, unknown>)
  return typeof value === 'string' ? JSON.stringify(value) : `${value}`
}

function canonicalObject(object: Record<string, unknown>): string {
  const members = Object.keys(object).sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalText(object[key])}`).join(',')}}`
}
