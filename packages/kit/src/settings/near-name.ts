/** Returns the name that differs from another in at most two characters, and the nearest of those; case and separators do not count. */
export function nearName(wanted: string, names: readonly string[]): string | undefined {
  const plain = toPlain(wanted)
  const allowed = plain.length < 5 ? 1 : 2
  const rows = names.map((name) => ({ name, edits: distance(plain, toPlain(name)) }))
  return rows.filter(({ edits }) => edits <= allowed).sort((one, other) => one.edits - other.edits)[0]?.name
}

const toPlain = (name: string) => name.replace(/[^\p{L}\d]/gu, '').toLowerCase()

/** Counts the characters to insert, delete, replace or swap with the next. */
function distance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const above = rows[i - 1] as number[]
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? (rows[i - 2]?.[j - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY
      const replaced = (above[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[j] as number) + 1, (row[j - 1] as number) + 1, swapped))
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) as number
}
