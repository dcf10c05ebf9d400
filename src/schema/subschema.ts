/** Finds the subschemas of a schema, by the table of keywords. */
import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, unwrapFluent } from './foreign-schema.ts'
import { dataKeywords, holdsSchema, keywordsWhere, mapKeywords } from './keyword.ts'

const keywordsWithSubschemas = keywordsWhere(holdsSchema)
/** Keywords whose subschemas have an effect only if a reference leads to them. */
export const definitionKeywords = keywordsWhere(({ purpose }) => purpose === 'definitions')

type Visit = (part: unknown, ...path: [keyword: string, ...name: string[]]) => unknown

/**
 * Visits each direct subschema of a schema under the keywords `among`. An empty map or list is itself visited, because it may be a class instance,
 * such as a Map, which is not a schema.
 */
export function visitSubschemas(schema: object, visit: Visit, among = keywordsWithSubschemas): void {
  for (const [key, value] of Object.entries(schema)) {
    if (!among.has(key) || typeof value !== 'object' || value === null) continue
    const inside = mapKeywords.has(key) || Array.isArray(value) ? Object.entries(value) : []
    if (inside.length === 0) visit(value, key)
    for (const [name, part] of inside) visit(part, key, name)
  }
}

/**
 * Replaces the values under a key of a schema that may be schemas, and returns the new value of the key. Values of unknown keywords are among them,
 * and data is not.
 */
export function mapPossibleSubschemas(key: string, value: unknown, change: (part: unknown) => unknown): unknown {
  // The keys of a map such as `properties` are names of fields, which may equal a keyword, such as `enum`. So all values of the map are replaced.
  if (mapKeywords.has(key) && isPlainObject(value)) return mapEntries(value, (_name, part) => change(part))
  return dataKeywords.has(key) ? value : change(value)
}

export const mapEntries = (map: object, change: (key: string, value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(key, value)]))

/** Lists the values of a schema, or of a list in a schema, that may be schemas. */
export function possibleSubschemasOf(value: object): unknown[] {
  const parts: unknown[] = []
  for (const [key, inner] of Object.entries(value)) mapPossibleSubschemas(key, inner, (part) => parts.push(part))
  return parts
}

type Part = readonly [path: readonly string[], schema: unknown]

/** Lists a schema and all values at places for subschemas, each with its path. Every object is listed once. */
export function withSubschemas(given: unknown): Part[] {
  const found: Part[] = [[[], unwrapFluent(given)]]
  const seen = new Set<unknown>(found.map(([, schema]) => schema))
  // Parts that are added during the iteration are visited, too.
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
