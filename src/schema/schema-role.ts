/**
 * What each key of an object says of it: that it is JSON Schema, or that it lists the fields of an object. Told by the shape of the value,
 * never by a name alone, because a field may be called like a keyword (`items`, `not`, `properties`) and a header like an extension (`x-token`).
 *
 *   keyword    its value can only be a keyword's: anything that is no schema, a `$`-name, a map of schemas under `properties`
 *   companion  says something about the schema and leaves open what it is: a title, local definitions
 *   marked     its value was made with TypeBox, whose schemas are written out: it is a field, whatever its name
 *   field      its value is a schema under a name that takes none
 *   either     a schema under a keyword that takes schemas or any value (`not`, `items`, `default`)
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isTypeBox, unwrapFluent } from './foreign-schema.ts'
import { definitionKeywords, mapKeywords, schemaKeywords } from './subschema.ts'

const annotations = words('$id $schema $comment title description examples example')
const valueKeywords = words('const default discriminator errorMessage externalDocs xml')
const booleanKeywords = words(
  'nullable uniqueItems required exclusiveMinimum exclusiveMaximum readOnly writeOnly deprecated'
)

export type Role = 'keyword' | 'companion' | 'marked' | 'field' | 'either'

/** The role of each key of an object. */
export function rolesOf(schema: Readonly<Record<string, unknown>>): Map<string, Role> {
  return new Map(Object.entries(schema).map(([key, value]) => [key, roleOf(key, value)]))
}

function roleOf(key: string, given: unknown): Role {
  const value = unwrapFluent(given)
  if (isTypeBox(value)) return 'marked'
  if (annotations.has(key) && !isSchema(value)) return 'companion'
  if (key.startsWith('x-') && !isPlainObject(value)) return 'companion'
  if (!isSchema(value)) return 'keyword'
  if (definitionKeywords.has(key) && isMapOfSchemas(value)) return 'companion'
  if (key.startsWith('$')) return 'keyword'
  if (mapKeywords.has(key) || key === 'dependentRequired') return isMapOfSchemas(value) ? 'keyword' : 'field'
  if (schemaKeywords.has(key) || valueKeywords.has(key)) return 'either'
  return typeof value === 'boolean' && booleanKeywords.has(key) ? 'keyword' : 'field'
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isPlainObject(value) || isTypeBox(value)
}

/** A map's values are schemas or, in `dependencies`, arrays; a schema has a value of another kind, such as its `type`. */
function isMapOfSchemas(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every((item) => isSchema(item) || Array.isArray(item))
}

function words(...lines: string[]): Set<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
