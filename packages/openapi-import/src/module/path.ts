/** Converts a path template of OpenAPI to a path of the router. */
import { freeName } from '../free-name.ts'

export interface RouterPath {
  readonly path: string
  /** Returns the name in the path for a parameter of the template. */
  readonly nameOf: (name: string) => string
}

/** `/books/{book-id}.json` becomes `/books/:bookId.json`: for the router a name ends at a dash, a dot or a slash. */
export function toPath(template: string): RouterPath {
  const names = new Map<string, string>()
  const parts = template.split(/(\{[^}]*\})/)
  const path = parts.map((part, at) => {
    const name = /^\{(.*)\}$/.exec(part)?.[1]
    if (name === undefined) return toText(part)
    const known = names.get(name) ?? freeName(toName(name), (one) => [...names.values()].includes(one))
    names.set(name, known)
    const next = parts[at + 1] ?? ''
    // If the following text could continue the name, a pattern is added to end it.
    return (next === '' && at + 2 >= parts.length) || /^[/.-]/.test(next)
      ? `:${known}`
      : `:${known}(${patternBefore(next)})`
  })
  return { path: path.join(''), nameOf: (name) => names.get(name) ?? name }
}

/** The pattern that ends before the next character. The router counts parentheses, even those in a character class, so they are escaped. */
const patternBefore = (next: string) => (next === '' ? '[^/]+?' : `[^/${[...next][0]?.replace(/[\]\\^()[]/, '\\$&')}]+`)

/** Decodes the text of a path, as the router does. */
const toText = (part: string) => decodePart(part).replaceAll(':', '::')

function decodePart(part: string): string {
  try {
    return decodeURI(part)
  } catch {
    return part
  }
}

/** Returns the part of a template that no route can have. A star means a wildcard, and these escapes are not decoded in a request. */
export function unroutable(template: string): string | undefined {
  return /\*|%(?:2[3-6abcf]|3[abdf]|40|(?![\da-f]{2}))/i.exec(template.replaceAll(/\{[^}]*\}/g, ''))?.[0]
}

function toName(name: string): string {
  const [first = '', ...words] = name.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  return [first || 'parameter', ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
