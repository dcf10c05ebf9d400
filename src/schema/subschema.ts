/** The keywords under which schemas stand inside a schema, of draft 7 and of the newer ones, and the schemas that stand there. */
import { isStandardSchema, unwrapFluent } from './foreign-schema.ts'

/** Hold one schema; `items` may hold a list. */
export const schemaKeywords = words(
  'not if then else items contains additionalItems additionalProperties propertyNames unevaluatedItems',
  'unevaluatedProperties contentSchema'
)
/** Hold a list of schemas. */
const listKeywords = words('allOf anyOf oneOf prefixItems')
/** Hold schemas that nothing judges by unless a reference leads there. */
export const definitionKeywords = words('definitions $defs')
/** Hold schemas by names; `dependencies` may hold lists of names, too. */
export const mapKeywords = words('properties patternProperties dependencies dependentSchemas', ...definitionKeywords)

export function holdsSchemas(keyword: string): boolean {
  return mapKeywords.has(keyword) || schemaKeywords.has(keyword) || listKeywords.has(keyword)
}

/** A schema and the names that lead there. */
type Part = readonly [path: readonly string[], schema: unknown]

/** Lists a schema and what stands inside it where a schema has to be, each with the names that lead there. Every object is listed once. */
export function withSubschemas(given: unknown): Part[] {
  const found: Part[] = [[[], unwrapFluent(given)]]
  const seen = new Set<unknown>(found.map(([, schema]) => schema))
  // What is added is visited, too.
  for (const [path, schema] of found) {
    for (const [names, written] of partsOf(schema)) {
      const part = unwrapFluent(written)
      if (typeof part !== 'object' || part === null || seen.has(part)) continue
      seen.add(part)
      found.push([[...path, ...names], part])
    }
  }
  return found
}

function partsOf(schema: unknown): Part[] {
  if (typeof schema !== 'object' || schema === null || isStandardSchema(schema)) return []
  return Object.entries(schema).flatMap(([key, value]) => (holdsSchemas(key) ? partsUnder(key, value) : []))
}

function partsUnder(key: string, value: unknown): Part[] {
  const isSpread = (mapKeywords.has(key) || Array.isArray(value)) && typeof value === 'object' && value !== null
  const inside = isSpread ? Object.entries(value).map(([name, part]): Part => [[key, name], part]) : []
  return inside.length > 0 ? inside : [[[key], value]]
}

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
