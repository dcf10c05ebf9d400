/** Paths of routes as path templates of OpenAPI: an optional end makes two, a pattern belongs to its parameter's schema. */
import { freeName } from '../base/free-name.ts'
import { splitEnd, tokensOf } from '../contract/path.ts'

export interface PathParameter {
  /** The name in the router; `*` is the rest of a path. */
  readonly name: string
  /** The name in the template. */
  readonly label: string
  /** A pattern for the whole value. */
  readonly pattern?: string
}

export interface PathTemplate {
  readonly parts: readonly (string | PathParameter)[]
}

const parametersIn = ({ parts }: PathTemplate) => parts.filter((part) => typeof part !== 'string')

export { parametersIn as parametersOf }

/** Writes a template; `labels` stand in the place of its own, in their order. */
export function writeTemplate({ parts }: PathTemplate, labels?: readonly string[]): string {
  let at = 0
  return parts
    .map((part) => (typeof part === 'string' ? encodeLiteral(part) : `{${labels?.[at++] ?? part.label}}`))
    .join('')
}

/** Reads a path as the router does: one template, or two where its end may be left out, the longer first. */
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

/** A router asks the whole value, with or without anchors. */
function wholePattern(pattern: string): string {
  return /^\^[^|]*\$$/.test(pattern) ? pattern : `^(?:${pattern.replace(/^\^/, '').replace(/\$$/, '')})$`
}

const encodeLiteral = (text: string) => encodeURI(text).replaceAll('?', '%3F').replaceAll('#', '%23')
