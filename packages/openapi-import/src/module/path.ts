/** From a path template of OpenAPI to a path of the router. */
import { freeName } from '../free-name.ts'

export interface RouterPath {
  readonly path: string
  /** What a parameter of the template is called in the path. */
  readonly nameOf: (name: string) => string
}

/** `/books/{book-id}.json` gives `/books/:bookId.json`: the router takes a name to end at a dash, a dot or a slash. */
export function toPath(template: string): RouterPath {
  const names = new Map<string, string>()
  const parts = template.split(/(\{[^}]*\})/)
  const path = parts.map((part, at) => {
    const name = /^\{(.*)\}$/.exec(part)?.[1]
    if (name === undefined) return part.replaceAll(':', '::').replaceAll('*', '%2A')
    const known = names.get(name) ?? freeName(toName(name), (one) => [...names.values()].includes(one))
    names.set(name, known)
    const next = parts[at + 1] ?? ''
    // Where the name would go on into what follows, a pattern ends it.
    return (next === '' && at + 2 >= parts.length) || /^[/.-]/.test(next)
      ? `:${known}`
      : `:${known}(${patternBefore(next)})`
  })
  return { path: path.join(''), nameOf: (name) => names.get(name) ?? name }
}

const patternBefore = (next: string) => (next === '' ? '[^/]+?' : `[^/${next.charAt(0).replace(/[\]\\^]/, '\\$&')}]+`)

function toName(name: string): string {
  const [first = '', ...words] = name.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  return [first || 'parameter', ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
