/**
 * The role of each key of an object: JSON Schema, or a field in a list of fields. The shape of the value decides, never the name alone. A field may
 * have the name of a keyword (`items`, `not`, `properties`), and a header the name of an extension (`x-token`).
 *
 * - `keyword`: only a keyword may have the value, such as anything that is no schema, a `$`-name, a map of schemas under `properties`
 * - `companion`: it is about the schema and leaves its meaning open: a title, local definitions
 * - `marked`: its value was made with TypeBox, whose schemas are written out, so it is a field under any name
 * - `field`: its value is a schema under a name that takes none
 * - `either`: a schema under a keyword that takes schemas or any value (`not`, `items`, `default`)
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isTypeBox, unwrapFluent } from './foreign-schema.ts'
import { keywordsWhere, mapKeywords } from './keyword.ts'
import { definitionKeywords } from './subschema.ts'

const companions = keywordsWhere(({ says, of }) => (says === 'id' || says === 'note') && of !== 'later')
/** Take any value, or one schema. */
const takingAny = keywordsWhere(
  ({ holds, says }) => (holds === 'data' && says !== 'note') || holds === 'schema' || holds === 'schema or schemas'
)
const flags = keywordsWhere(({ holds, wasFlag }) => holds === 'flag' || wasFlag === true)

export type Role = 'keyword' | 'companion' | 'marked' | 'field' | 'either'

/** The role of each key of an object. */
export function rolesOf(schema: Readonly<Record<string, unknown>>): Map<string, Role> {
  return new Map(Object.entries(schema).map(([key, value]) => [key, roleOf(key, value)]))
}

function roleOf(key: string, given: unknown): Role {
  const value = unwrapFluent(given)
  if (isTypeBox(value)) return 'marked'
  if (companions.has(key) && !isSchema(value)) return 'companion'
  if (key.startsWith('x-') && !isPlainObject(value)) return 'companion'
  if (!isSchema(value)) return 'keyword'
  if (definitionKeywords.has(key) && isMapOfSchemas(value)) return 'companion'
  if (key.startsWith('$')) return 'keyword'
  if (mapKeywords.has(key)) return isMapOfSchemas(value) ? 'keyword' : 'field'
  if (takingAny.has(key)) return 'either'
  return typeof value === 'boolean' && flags.has(key) ? 'keyword' : 'field'
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isPlainObject(value) || isTypeBox(value)
}

/** A map's values are schemas or, in `dependencies`, arrays; a schema has a value of another kind, such as its `type`. */
function isMapOfSchemas(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every((item) => isSchema(item) || Array.isArray(item))
}
