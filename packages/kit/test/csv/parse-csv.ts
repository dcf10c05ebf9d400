/** Parses CSV by the grammar of RFC 4180. Text in quotes is one cell, whatever characters it has. */
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
