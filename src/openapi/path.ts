/** Converts paths of routes to path templates of OpenAPI. An optional end makes two templates, and a pattern moves to its parameter's schema. */
import { freeName } from '../base/free-name.ts'
import { splitEnd, tokensOf } from '../contract/path.ts'

export interface PathParameter {
  /** The name in the router; `*` for a wildcard. */
  readonly name: string
  /** The name in the template. */
  readonly label: string
  /** A regular expression for the whole value. */
  readonly pattern?: string
}

export interface PathTemplate {
  readonly parts: readonly (string | PathParameter)[]
}

const parametersIn = ({ parts }: PathTemplate) => parts.filter((part) => typeof part !== 'string')

export { parametersIn as parametersOf }

/** Formats a template; `labels` replace its names, in order. */
export function writeTemplate({ parts }: PathTemplate, labels?: readonly string[]): string {
  let at = 0
  return parts
    .map((part) => (typeof part === 'string' ? encodeLiteral(part) : `{${labels?.[at++] ?? part.label}}`))
    .join('')
}

/** Parses a path as the router does: one template, or two if its end is optional, the longer first. */
export function templatesOf(path: string): PathTemplate[] {
  const { before, end, slash } = splitEnd(path)
  if (end === '') return [{ parts: partsOf(path) }]
  return [{ parts: partsOf(before + end + slash) }, { parts: partsOf(before + slash || '/') }]
}

function partsOf(given: string): PathTemplate['parts'] {
  const parts: (string | PathParameter)[] = []
  for (const token of tokensOf(given.startsWith('/') ? given : `/${given}`)) {
    if (typeof token === 'string') parts.push(token)
    else {
      const { name, pattern } = token
      const taken = parametersIn({ parts }).map((part) => part.label)
      const label = freeName(name === '*' ? 'wildcard' : name, (one) => taken.includes(one))
      parts.push({ name, label, ...(pattern !== undefined && { pattern: wholePattern(pattern) }) })
    }
  }
  return parts
}

/** Anchors a pattern, because the router matches the whole value. */
function wholePattern(pattern: string): string {
  return /^\^[^|]*\$$/.test(pattern) ? pattern : `^(?:${pattern.replace(/^\^/, '').replace(/\$$/, '')})$`
}

const encodeLiteral = (text: string) => encodeURI(text).replaceAll('?', '%3F').replaceAll('#', '%23')
