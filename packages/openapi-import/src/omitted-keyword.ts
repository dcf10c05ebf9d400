/**
 * Finds keywords that an application would refuse at boot: unknown ones, invalid patterns, and patterns that take exponential time. Endpoints omit
 * these keywords, and the constant `documentPatch` contains them.
 */
import { nearestName } from '@espalier/command-kit'
import { dangerOf } from '@espalier/regexp-safety'
import { type JsonObject, objectIn } from './json.ts'
import { keywordsWhere } from './keyword.ts'
import type { JsonPath } from './part.ts'
import { visitReached } from './reference.ts'

const known = keywordsWhere(({ origin }, name) => origin === undefined && name !== '$schema')

/** Keywords that only describe a schema. They are omitted without a report, because validation does not need them. */
const annotations = keywordsWhere(({ origin }, name) => origin === 'OpenAPI' || name === '$schema')

/**
 * Without the first keyword, the second one would have another meaning. For example, without `prefixItems`, `items` applies to all items. So both are
 * omitted.
 */
const companions: ReadonlyMap<string, string> = new Map([
  ['prefixItems', 'items'],
  ['minContains', 'contains'],
  ['patternProperties', 'additionalProperties']
])

export function omittedKeywords(schema: JsonObject): ReadonlyMap<string, string> {
  const left = new Map<string, string>()
  for (const [name, value] of Object.entries(schema)) {
    const reason = reasonOf(name, value)
    if (reason === undefined) continue
    left.set(name, reason)
    const other = companions.get(name)
    if (other !== undefined && Object.hasOwn(schema, other))
      left.set(other, `it means something else without '${name}'`)
  }
  return left
}

function reasonOf(name: string, value: unknown): string | undefined {
  if (name === 'pattern') return typeof value === 'string' ? patternFault(value) : undefined
  if (name === 'patternProperties')
    return Object.keys(objectIn(value))
      .map(patternFault)
      .find((fault) => fault !== undefined)
  if (name === 'enum' && Array.isArray(value) && value.length === 0) return 'it has no value'
  if (known.has(name) || annotations.has(name) || name.startsWith('x-')) return undefined
  const meant = nearestName(name, [...known], Math.max(1, Math.floor(name.length / 4)))
  return `the validator does not know it.${meant === undefined ? '' : ` Did you mean '${meant}'?`}`
}

function patternFault(source: string): string | undefined {
  try {
    const { flags } = new RegExp(source, 'u')
    return dangerOf(source, flags) === null ? undefined : 'a client could use it to block the process'
  } catch {
    return 'it is no regular expression of JavaScript'
  }
}

export const isAnnotation = (name: string): boolean => annotations.has(name) || name.startsWith('x-')

export function omittedKeywordSentences(document: JsonObject): string[] {
  const found = new Map<string, { readonly first: JsonPath; count: number }>()
  // A component schema is visited a second time as the target of a reference, but must be counted once.
  const seen = new Set<string>()
  visitReached(document, (part, kind, path) => {
    const key = JSON.stringify(path)
    if (kind !== 'schema' || seen.has(key)) return
    seen.add(key)
    for (const [name, reason] of omittedKeywords(part)) {
      const what = `'${name}'${name === 'pattern' ? ` ${JSON.stringify(part[name])}` : ''} is in 'documentPatch' alone: ${reason}`
      const known = found.get(what) ?? { first: path, count: 0 }
      found.set(what, known)
      known.count++
    }
  })
  return [...found].map(([what, { first, count }]) => {
    const others = count === 1 ? '' : ` and ${count - 1} more`
    return `${first.join(' → ')}${others}: ${what.replace(/[^.?]$/, '$&.')}`
  })
}
