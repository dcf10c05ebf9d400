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

const holders: ReadonlySet<string> = new Set([...mapKeywords, ...schemaKeywords, ...listKeywords])

export function holdsSchemas(keyword: string): boolean {
  return holders.has(keyword)
}

/** A schema and the names that lead there. */
type Part = readonly [path: readonly string[], schema: unknown]

/** Lists a schema and what stands inside it where a schema has to be, each with the names that lead there. Every object is listed once. */
export function withSubschemas(given: unknown): Part[] {
  const found: Part[] = [[[], unwrapFluent(given)]]
  const seen = new Set<unknown>(found.map(([, schema]) => schema))
  const add = (path: readonly string[], written: unknown): void => {
    const part = unwrapFluent(written)
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    found.push([path, part])
  }
  // What is added is visited, too.
  for (const [path, schema] of found) addParts(path, schema, add)
  return found
}

function addParts(
  path: readonly string[],
  schema: unknown,
  add: (path: readonly string[], part: unknown) => void
): void {
  if (typeof schema !== 'object' || schema === null || isStandardSchema(schema)) return
  for (const [key, value] of Object.entries(schema)) {
    if (!holders.has(key) || typeof value !== 'object' || value === null) continue
    const inside = mapKeywords.has(key) || Array.isArray(value) ? Object.entries(value) : []
    if (inside.length === 0) add([...path, key], value)
    for (const [name, part] of inside) add([...path, key, name], part)
  }
}

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
