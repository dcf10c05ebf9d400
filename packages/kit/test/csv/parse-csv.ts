/** Reads CSV as RFC 4180 has it, by its grammar alone: what is in quotes is a cell whatever it holds. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    const [, quoted, plain = '', end] = found
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
    if (cell.lastIndex === text.length) return rows
  }
  throw new Error(`No CSV from ${cell.lastIndex}: ${JSON.stringify(text)}`)
}
