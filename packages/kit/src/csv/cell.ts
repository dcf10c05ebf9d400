/**
 * A value as a cell.
 *
 * A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula, even where it is quoted. It passes over white space in front. A
 * client could so have a colleague's spreadsheet send data away. A quote in front makes it a text (OWASP, CSV injection).
 */

/** Returns the text of a cell. Nothing is an empty cell, a date its ISO text, an object its JSON. */
export function cellOf(value: unknown, formulas: 'escape' | 'keep'): string {
  const text = textOf(value)
  const isFormula =
    formulas === 'escape' &&
    !isNumeric(value) &&
    /^[\s\p{Cc}\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(text)
  const safe = isFormula && !plainNumber.test(text) ? `'${text}` : text
  // All separators count: a spreadsheet may be set to another than that of the file.
  const isQuoted = isFormula || /[",;\t\r\n]|^\s|\s$/.test(safe)
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isNumeric = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'

const plainNumber = /^[+-]\d+(?:[.,]\d+)?$/

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
}
