/** `/books/{id}` → `/books/:id`. */
import { freeName } from '../free-name.ts'

export interface RouterPath {
  readonly path: string
  readonly nameOf: (name: string) => string
}

/** Names of parameters cannot contain dashes and dots in the router: `/books/{book-id}.json` → `/books/:bookId.json`. */
export function toPath(template: string): RouterPath {
  const names = new Map<string, string>()
  const parts = template.split(/(\{[^}]*\})/)
  const path = parts.map((part, at) => {
    const name = /^\{(.*)\}$/.exec(part)?.[1]
    if (name === undefined) return toText(part)
    const known = names.get(name) ?? freeName(toName(name), (one) => [...names.values()].includes(one))
    names.set(name, known)
    const next = parts[at + 1] ?? ''
    // Without a pattern, `{id}px` would be a parameter `idpx`. In `:id([^/p]+)px` the pattern ends the name.
    return (next === '' && at + 2 >= parts.length) || /^[/.-]/.test(next)
      ? `:${known}`
      : `:${known}(${patternBefore(next)})`
  })
  return { path: path.join(''), nameOf: (name) => names.get(name) ?? name }
}

/** Matches up to the first character of the next text. Parentheses are escaped even in a class, because the router counts them. */
const patternBefore = (next: string) => (next === '' ? '[^/]+?' : `[^/${[...next][0]?.replace(/[\]\\^()[]/, '\\$&')}]+`)

/** The router matches decoded text. A single colon would begin a parameter, so colons are doubled. */
const toText = (part: string) => decodePart(part).replaceAll(':', '::')

function decodePart(part: string): string {
  try {
    return decodeURI(part)
  } catch {
    return part
  }
}

/** Finds a star, which is a wildcard in the router, or an escape that the router never decodes. */
export function unroutable(template: string): string | undefined {
  return /\*|%(?:2[3-6abcf]|3[abdf]|40|(?![\da-f]{2}))/i.exec(template.replaceAll(/\{[^}]*\}/g, ''))?.[0]
}

function toName(name: string): string {
  const [first = '', ...words] = name.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  return [first || 'parameter', ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
