/** Parses one segment of a route path. A segment that is one parameter matches any text. For other segments, builds the pattern of find-my-way. */
import type { Segment } from './target.ts'

/** The name `*` means a wildcard. `pattern` is the text in parentheses after the name. */
export interface Parameter {
  readonly name: string
  readonly pattern?: string
}

/** `:id` becomes `'id'`. A segment such as `:from-:to` becomes its texts, names and pattern. */
export function segmentOf(tokens: readonly (string | Parameter)[]): string | Segment {
  const params = tokens.filter((token) => typeof token !== 'string')
  const [only] = params
  if (tokens.length === 1 && only?.pattern === undefined) return only?.name ?? ''
  const parts = ['']
  for (const token of tokens)
    if (typeof token === 'string') parts[parts.length - 1] += token
    else parts.push(token.name, '')
  const texts = parts.filter((_, at) => at % 2 === 0)
  return { parts, pattern: patternOf(params, texts.slice(1)) }
}

function patternOf(params: readonly Parameter[], texts: readonly string[]): string {
  let text = ''
  let isBehindPattern = true
  const groups = params.map(({ pattern }, at) => {
    const free = isBehindPattern ? '(.*?)' : `(${text}|(?:(?!${text}).)*)`
    isBehindPattern = pattern !== undefined
    text = escapePattern((texts[at] as string).replaceAll('%', '%25'))
    return `${pattern === undefined ? free : `(${withoutAnchors(pattern)})`}${text}`
  })
  return `^${groups.join('')}$`
}

/** Like find-my-way, also removes the `$` of an escaped `\$` at the end. */
const withoutAnchors = (pattern: string) => pattern.replace(/^\^/, '').replace(/\$$/, '')

export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
