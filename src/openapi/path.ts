/** Converts router paths to path templates of OpenAPI, such as `/a/:id` to `/a/{id}`. Patterns become part of the parameter schemas. */
import { freeName } from '../base/free-name.ts'
import { splitEnd, tokensOf } from '../contract/path.ts'

export interface PathParameter {
  readonly name: string
  readonly label: string
  readonly pattern?: string
}

export interface PathTemplate {
  readonly parts: readonly (string | PathParameter)[]
}

export const parametersOf = ({ parts }: PathTemplate) => parts.filter((part) => typeof part !== 'string')

export function writeTemplate({ parts }: PathTemplate, labels?: readonly string[]): string {
  let at = 0
  return parts
    .map((part) => (typeof part === 'string' ? encodeLiteral(part) : `{${labels?.[at++] ?? part.label}}`))
    .join('')
}

/** Returns two templates if the last parameter is optional: with it and without it. */
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
      const taken = parametersOf({ parts }).map((part) => part.label)
      const label = freeName(name === '*' ? 'wildcard' : name, (one) => taken.includes(one))
      parts.push({ name, label, ...(pattern !== undefined && { pattern: wholePattern(pattern) }) })
    }
  }
  return parts
}

function wholePattern(pattern: string): string {
  return /^\^[^|]*\$$/.test(pattern) ? pattern : `^(?:${pattern.replace(/^\^/, '').replace(/\$$/, '')})$`
}

const encodeLiteral = (text: string) => encodeURI(text).replaceAll('?', '%3F').replaceAll('#', '%23')
