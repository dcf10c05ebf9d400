/** Returns the known name that is closest to a misspelt one, or `undefined` if no name is within `allowed` edits. */
export function nearestName(
  given: string,
  names: Iterable<string>,
  allowed = Math.max(1, Math.floor(given.length / 3))
): string | undefined {
  let nearest: { name: string; distance: number } | undefined
  for (const name of names) {
    const distance = editDistance(given.toLowerCase(), name.toLowerCase())
    if (distance <= allowed && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { name, distance }
  }
  return nearest?.name
}

/** The Levenshtein distance. Only one row of its table is kept. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (character === to[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
