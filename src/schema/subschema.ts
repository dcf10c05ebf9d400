import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, unwrapFluent } from './foreign-schema.ts'
import { dataKeywords, holdsSchema, keywordsWhere, mapKeywords } from './keyword.ts'

const keywordsWithSubschemas = keywordsWhere(holdsSchema)
/** Keywords such as `definitions`, whose subschemas have an effect only through references. */
export const definitionKeywords = keywordsWhere(({ purpose }) => purpose === 'definitions')

type Visit = (part: unknown, ...path: [keyword: string, ...name: string[]]) => unknown

/** Visits each direct subschema. Also visits an empty map or list itself, because it may be a class instance, such as a Map. */
export function visitSubschemas(schema: object, visit: Visit, among = keywordsWithSubschemas): void {
  for (const [key, value] of Object.entries(schema)) {
    if (!among.has(key) || typeof value !== 'object' || value === null) continue
    const inside = mapKeywords.has(key) || Array.isArray(value) ? Object.entries(value) : []
    if (inside.length === 0) visit(value, key)
    for (const [name, part] of inside) visit(part, key, name)
  }
}

/** Applies `change` to the values under a key that may be schemas, even for unknown keywords. Returns the new value of the key. */
export function mapPossibleSubschemas(key: string, value: unknown, change: (part: unknown) => unknown): unknown {
  // In a map such as `properties`, keys are names of fields and may equal keywords. So every value is changed.
  if (mapKeywords.has(key) && isPlainObject(value)) return mapEntries(value, (_name, part) => change(part))
  return dataKeywords.has(key) ? value : change(value)
}

export const mapEntries = (map: object, change: (key: string, value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(key, value)]))

export function possibleSubschemasOf(value: object): unknown[] {
  const parts: unknown[] = []
  for (const [key, inner] of Object.entries(value)) mapPossibleSubschemas(key, inner, (part) => parts.push(part))
  return parts
}

type Part = readonly [path: readonly string[], schema: unknown]

export function withSubschemas(given: unknown): Part[] {
  const found: Part[] = [[[], unwrapFluent(given)]]
  const seen = new Set<unknown>(found.map(([, schema]) => schema))
  for (const [path, schema] of found) {
    if (typeof schema !== 'object' || schema === null || isStandardSchema(schema)) continue
    visitSubschemas(schema, (written, ...names) => {
      const part = unwrapFluent(written)
      if (typeof part !== 'object' || part === null || seen.has(part)) return
      seen.add(part)
      found.push([[...path, ...names], part])
    })
  }
  return found
}
