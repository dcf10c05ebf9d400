/**
 * Decides for each key of an object whether it is a keyword of JSON Schema or the name of a field. The value decides: a field may have the name of a
 * keyword (`items`), and a header may look like an extension (`x-token`).
 *
 * - `keyword`: the value is not a schema, or a map of schemas as under `properties`, or the key begins with `$`
 * - `companion`: a keyword that may also stand beside fields, such as `title` or `definitions`
 * - `typebox`: a TypeBox schema, which is a field under any name
 * - `field`: a schema under a name that is not a keyword for schemas
 * - `either`: a schema under a keyword that takes schemas or any value (`not`, `items`, `default`)
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isTypeBox, unwrapFluent } from './foreign-schema.ts'
import { keywordsWhere, mapKeywords } from './keyword.ts'
import { definitionKeywords } from './subschema.ts'

const companions = keywordsWhere(
  ({ purpose, origin }) => (purpose === 'identifier' || purpose === 'documentation') && origin !== 'later draft'
)
const anyValueKeywords = keywordsWhere(
  ({ holds, purpose }) =>
    (holds === 'data' && purpose !== 'documentation') || holds === 'schema' || holds === 'schema or schemas'
)
const flags = keywordsWhere(({ holds, wasFlag }) => holds === 'flag' || wasFlag === true)

export type Role = 'keyword' | 'companion' | 'typebox' | 'field' | 'either'

export function rolesOf(schema: Readonly<Record<string, unknown>>): Map<string, Role> {
  return new Map(Object.entries(schema).map(([key, value]) => [key, roleOf(key, value)]))
}

function roleOf(key: string, given: unknown): Role {
  const value = unwrapFluent(given)
  if (isTypeBox(value)) return 'typebox'
  if (companions.has(key) && !isSchema(value)) return 'companion'
  if (key.startsWith('x-') && !isPlainObject(value)) return 'companion'
  if (!isSchema(value)) return 'keyword'
  if (definitionKeywords.has(key) && isMapOfSchemas(value)) return 'companion'
  if (key.startsWith('$')) return 'keyword'
  if (mapKeywords.has(key)) return isMapOfSchemas(value) ? 'keyword' : 'field'
  if (anyValueKeywords.has(key)) return 'either'
  return typeof value === 'boolean' && flags.has(key) ? 'keyword' : 'field'
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isPlainObject(value) || isTypeBox(value)
}

/** A map of schemas has only schemas or, as in `dependencies`, arrays. A schema itself has other values, such as its `type`. */
function isMapOfSchemas(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every((item) => isSchema(item) || Array.isArray(item))
}
