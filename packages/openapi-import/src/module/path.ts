/** Converts a path of OpenAPI to a path of espalier's router: `/books/{id}` becomes `/books/:id`. */
import { freeName } from '../free-name.ts'

export interface RouterPath {
  readonly path: string
  /** Returns the name that a parameter has in the router, such as `bookId` for `book-id`. */
  readonly nameOf: (name: string) => string
}

/** Converts a path. A parameter's name cannot have a dash or a dot in the router, so `/books/{book-id}.json` becomes `/books/:bookId.json`. */
export function toPath(template: string): RouterPath {
  const names = new Map<string, string>()
  const parts = template.split(/(\{[^}]*\})/)
  const path = parts.map((part, at) => {
    const name = /^\{(.*)\}$/.exec(part)?.[1]
    if (name === undefined) return toText(part)
    const known = names.get(name) ?? freeName(toName(name), (one) => [...names.values()].includes(one))
    names.set(name, known)
    const next = parts[at + 1] ?? ''
    // Without a pattern, `{id}px` would become a parameter `idpx`. The pattern in `:id([^/p]+)px` ends the name.
    return (next === '' && at + 2 >= parts.length) || /^[/.-]/.test(next)
      ? `:${known}`
      : `:${known}(${patternBefore(next)})`
  })
  return { path: path.join(''), nameOf: (name) => names.get(name) ?? name }
}

/**
 * Returns a pattern for a parameter, which matches up to the first character of the next text. Parentheses are escaped even in a class, because the
 * router counts them.
 */
const patternBefore = (next: string) => (next === '' ? '[^/]+?' : `[^/${[...next][0]?.replace(/[\]\\^()[]/, '\\$&')}]+`)

/** Decodes a static text as the router does with URLs. A colon is doubled, because one colon begins a parameter. */
const toText = (part: string) => decodePart(part).replaceAll(':', '::')

function decodePart(part: string): string {
  try {
    return decodeURI(part)
  } catch {
    return part
  }
}

/** Returns the first text that makes a path unroutable: a star, which is a wildcard, or an escape that the router never decodes. */
export function unroutable(template: string): string | undefined {
  return /\*|%(?:2[3-6abcf]|3[abdf]|40|(?![\da-f]{2}))/i.exec(template.replaceAll(/\{[^}]*\}/g, ''))?.[0]
}

function toName(name: string): string {
  const [first = '', ...words] = name.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  return [first || 'parameter', ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
