/** Converts a path template to the syntax of the router: `/books/{id}` to `/books/:id`. */
import { freeName } from '../free-name.ts'

export interface RouterPath {
  readonly path: string
  readonly nameOf: (name: string) => string
}

/** The router allows no dashes and dots in names of parameters. So `/books/{book-id}.json` becomes `/books/:bookId.json`. */
export function toPath(template: string): RouterPath {
  const names = new Map<string, string>()
  const parts = template.split(/(\{[^}]*\})/)
  const path = parts.map((part, at) => {
    const name = /^\{(.*)\}$/.exec(part)?.[1]
    if (name === undefined) return toText(part)
    const known = names.get(name) ?? freeName(toName(name), (one) => [...names.values()].includes(one))
    names.set(name, known)
    const next = parts[at + 1] ?? ''
    // The router would read `:idpx` for `{id}px`. The pattern in `:id([^/p]+)px` marks the end of the name.
    return (next === '' && at + 2 >= parts.length) || /^[/.-]/.test(next)
      ? `:${known}`
      : `:${known}(${patternBefore(next)})`
  })
  return { path: path.join(''), nameOf: (name) => names.get(name) ?? name }
}

/** Returns a pattern that matches up to the next text. Parentheses are escaped even in a class, because the router counts parentheses. */
const patternBefore = (next: string) => (next === '' ? '[^/]+?' : `[^/${[...next][0]?.replace(/[\]\\^()[]/, '\\$&')}]+`)

/** Converts text between parameters. The router matches decoded text, and a single colon would begin a parameter. */
const toText = (part: string) => decodePart(part).replaceAll(':', '::')

function decodePart(part: string): string {
  try {
    return decodeURI(part)
  } catch {
    return part
  }
}

/** Returns the text that the router cannot match literally: a star, which is a wildcard, or an escape that the router never decodes. */
export function unroutable(template: string): string | undefined {
  return /\*|%(?:2[3-6abcf]|3[abdf]|40|(?![\da-f]{2}))/i.exec(template.replaceAll(/\{[^}]*\}/g, ''))?.[0]
}

function toName(name: string): string {
  const [first = '', ...words] = name.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  return [first || 'parameter', ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
