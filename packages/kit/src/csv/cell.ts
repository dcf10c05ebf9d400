/**
 * Formats a value as a cell of CSV.
 *
 * A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula, even inside double quotes. White space before the sign is ignored. So
 * a value from one user could make another user's spreadsheet send data away. With a leading apostrophe, the cell is a text (OWASP, CSV injection).
 */

/** Returns the text of a cell: empty for null and undefined, ISO text for a date, JSON for an object. */
export function cellOf(value: unknown, formulas: 'escape' | 'keep'): string {
  const text = textOf(value)
  const isFormula =
    formulas === 'escape' &&
    !isNumeric(value) &&
    /^[\s\p{Cc}\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(text)
  const safe = isFormula && !plainNumber.test(text) ? `'${text}` : text
  // A cell with any common separator is quoted, because a spreadsheet may expect another separator than the file's own.
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
