import type { PathParts, Target } from './target.ts'
import { toText } from './to-text.ts'

/**
 * Returns a path with its parameters filled in, percent-encoded. An optional last parameter, such as `/:page?`, is omitted if it has no value.
 *
 * @throws TypeError when a parameter is not a text, is empty, or is a segment such as `..`, which would lead to another endpoint
 * @example fillPath(targetOf(endpoint('GET /books/:id')), { id: 'a b' }) // '/books/a%20b'
 */
export function fillPath({ name, parts }: Target, params: Record<string, unknown>): string {
  const join = (parts: PathParts, mayBeEmpty?: boolean): string =>
    parts
      .map((part, at) => {
        if (isOptionalEnd(part)) return isEndGiven(part, params) ? join(part) : ''
        if (typeof part === 'object') return join(part.parts, true)
        if (at % 2 === 0) return encodeURI(part)
        const text = textOf(params, part)
        if (part === '*' && text != null) return text.replace(/[^/]+/g, encodeURIComponent)
        if (text || (mayBeEmpty && text === '')) return encodeURIComponent(text)
        throw new TypeError(`${name} must have a text that is not empty for '${part}'.`)
      })
      .join('')
  const path = join(parts) || '/'
  // `fetch` resolves `..` (URL standard), so the request would go to another path.
  if (/[?#]|\/\.\.?(\/|$)/.test(path)) throw unreachable(name, path)
  return path
}

/** Returns `undefined` for values that are not a string, a number or a date, and for strings with lone surrogates, which UTF-8 cannot encode. */
export function textOf(params: Record<string, unknown>, name: string): string | undefined {
  const value = toText(ownOf(params, name))
  return Object(value) === value || value == null || /\p{Cs}/u.test(value) ? undefined : `${value}`
}

// `Object.hasOwn`, because a parameter may have the name of an inherited property, such as `constructor`.
const ownOf = (params: Record<string, unknown>, name: string) =>
  Object.hasOwn(params, name) ? params[name] : undefined

export const isEndGiven = (end: PathParts, params: Record<string, unknown>): boolean =>
  namesAmong(end).some((name) => ownOf(params, name) !== undefined)

export const isOptionalEnd = (part: PathParts[number]): part is PathParts => Array.isArray(part)

export function namesAmong(parts: PathParts): string[] {
  return parts.flatMap((part, at) => {
    if (typeof part === 'string') return at % 2 === 0 ? [] : part
    return namesAmong(isOptionalEnd(part) ? part : part.parts)
  })
}

/** @param to the end of the message, such as `leads to GET /books/new` */
export function unreachable(name: string, path: string, to = 'is read otherwise'): TypeError {
  return new TypeError(`${name} is not reached with these parameters: '${path}' ${to}.`)
}
