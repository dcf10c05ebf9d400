import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toPrintable } from '@espalier/command-kit'
import type { SourcePlace } from 'espalier'

export type Row = readonly string[]

export function section(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return `\n${title}: nothing`
  return [`\n${title}`, ...linesOf(rows).map((line) => `  ${line}`)].join('\n')
}

export function linesOf(rows: readonly Row[]): string[] {
  const cells = rows.map((row) => row.map(visible))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  )
}

/** Escapes line breaks and tabs, so that each row of a table stays on one line. A cell may be any name that the application has chosen. */
export const visible = (cell: string): string =>
  toPrintable(cell).replaceAll('\n', String.raw`\n`).replaceAll('\t', String.raw`\t`)

/** Returns a position such as `src/auth.ts:12`. Many terminals open the file when the user clicks on such a text. */
export function placeOf(place: SourcePlace | null): string {
  if (place === null) return ''
  const path = place.file.startsWith('file:') ? fileURLToPath(place.file) : place.file
  const inside = relative(process.cwd(), path)
  return `${inside.startsWith('..') ? path : inside}:${place.line}`
}
