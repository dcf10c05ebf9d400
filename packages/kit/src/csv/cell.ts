/**
 * Formats a value as a cell of CSV.
 *
 * A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula, even inside double quotes or after white space. So a value from one
 * user could make another user's spreadsheet send data away. A leading apostrophe makes the cell a text (OWASP, CSV injection).
 */
export function cellOf(value: unknown, formulas: 'escape' | 'keep'): string {
  const text = textOf(value)
  const isFormula =
    formulas === 'escape' &&
    typeof value !== 'number' &&
    typeof value !== 'bigint' &&
    /^[\s\p{Cc}\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(text)
  const safe = isFormula && !plainNumber.test(text) ? `'${text}` : text
  // A cell with any common separator is quoted, because a spreadsheet may split lines at another separator than the file uses.
  const isQuoted = isFormula || /[",;\t\r\n]|^\s|\s$/.test(safe)
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe
}

const plainNumber = /^[+-]\d+(?:[.,]\d+)?$/

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
}
