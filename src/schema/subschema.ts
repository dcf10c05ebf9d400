/** Finds the subschemas of a schema, by the table of keywords. */
import { isStandardSchema, unwrapFluent } from './foreign-schema.ts'
import { holdsSchema, keywordsWhere, mapKeywords } from './keyword.ts'

const holders = keywordsWhere(holdsSchema)
/** Keywords whose subschemas have no effect unless a reference leads to them. */
export const definitionKeywords = keywordsWhere(({ says }) => says === 'definitions')

type Visit = (part: unknown, ...path: [keyword: string, ...name: string[]]) => unknown

/**
 * Visits each direct subschema of a schema. An empty map or list is visited itself.
 *
 * @param among the keywords under which schemas are visited
 */
export function visitParts(schema: object, visit: Visit, among = holders): void {
  for (const [key, value] of Object.entries(schema)) {
    if (!among.has(key) || typeof value !== 'object' || value === null) continue
    const inside = mapKeywords.has(key) || Array.isArray(value) ? Object.entries(value) : []
    if (inside.length === 0) visit(value, key)
    for (const [name, part] of inside) visit(part, key, name)
  }
}

/** A schema and its path. */
type Part = readonly [path: readonly string[], schema: unknown]

/** Lists a schema and all values at places for subschemas, each with its path. Every object is listed once. */
export function withSubschemas(given: unknown): Part[] {
  const found: Part[] = [[[], unwrapFluent(given)]]
  const seen = new Set<unknown>(found.map(([, schema]) => schema))
  // Parts that are added during the iteration are visited, too.
  for (const [path, schema] of found) {
    if (typeof schema !== 'object' || schema === null || isStandardSchema(schema)) continue
    visitParts(schema, (written, ...names) => {
      const part = unwrapFluent(written)
      if (typeof part !== 'object' || part === null || seen.has(part)) return
      seen.add(part)
      found.push([[...path, ...names], part])
    })
  }
  return found
}
