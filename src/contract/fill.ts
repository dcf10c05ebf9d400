/** The path of a request, from the parts of its endpoint's. */

/** Texts, and between them the names of parameters, `*` being the rest of a path. What stands for a name and is a list itself is an optional end. */
export type PathParts = readonly (string | PathParts)[]

/**
 * Returns a path with the parameters in their places, percent-encoded; its optional end is left out where no parameter of it is given.
 *
 * @throws TypeError when a segment of it is `.` or `..`, by which it would lead to another endpoint (URL standard, "double-dot URL path segment")
 */
export function fillPath(parts: PathParts, params: Record<string, unknown>): string {
  const fill = (part: string | PathParts, at: number): string => {
    if (typeof part !== 'string') {
      const end = fillPath(part, params)
      return end === fillPath(part, {}) ? '' : end
    }
    if (at % 2 === 0) return part
    // Slashes of the rest of a path are its own.
    return `${toText(params[part] ?? '')}`.replace(part === '*' ? /[^/]+/g : /.+/s, encodeURIComponent)
  }
  const path = parts.map(fill).join('')
  if (/\/\.\.?(\/|$)/.test(path)) throw new TypeError(`no address: ${path}`)
  return path
}

/** How a value stands in an address or a header, which make texts of it: a date as JSON has it. */
export function toText(value: unknown): string {
  return (value as Partial<Date> | null)?.toJSON?.() ?? (value as string)
}
