/**
 * The shorthand: a schema of an object written as its fields alone, without `type` and `properties`.
 *
 *     { name: { type: 'string' } }   means   { type: 'object', properties: { name: { type: 'string' } } }
 *
 * Whether an object is a shorthand is decided by the shape of its values, never by a name alone, because a field may be called
 * like a keyword (`items`, `not`, `properties`) and a header like an extension (`x-token`). Each key is one of four things:
 *
 *   keyword    its value can only be a keyword's: anything that is no schema, a `$`-name, a map of schemas under `properties`
 *   companion  says something about the schema and leaves open what it is: a title, local definitions
 *   field      its value is a schema under a name that takes none
 *   either     a schema under a keyword that takes schemas (`not`, `contains`)
 *
 * One keyword makes a complete schema; otherwise one field makes a shorthand. Objects of other libraries count as keywords, so
 * that what is not JSON Schema passes untouched.
 */
import { isStandardSchema, isTypeBox, isTypeBoxOptional, kindMark, unwrapFluent } from './foreign-schema.ts'
import { isPlainObject } from './plain-object.ts'

const annotations = words('$id $schema $comment title description examples example')
const localDefinitions = words('definitions $defs')
const mapKeywords = words(
  'properties patternProperties dependencies dependentSchemas dependentRequired definitions $defs'
)
// `items` and `default` are missing on purpose: alone, they say less as keywords than as the names of fields.
const schemaKeywords = words(
  'not if then else contains additionalItems additionalProperties propertyNames unevaluatedItems unevaluatedProperties',
  'contentSchema const discriminator errorMessage externalDocs xml'
)
const booleanKeywords = words(
  'nullable uniqueItems required exclusiveMinimum exclusiveMaximum readOnly writeOnly deprecated'
)

type Role = 'keyword' | 'companion' | 'field' | 'either'

/**
 * Writes a shorthand out as a complete schema and answers any other schema as it is. Fields made with TypeBox are required
 * unless `Type.Optional`; other fields are optional. The given object is not changed.
 *
 * @param typeBoxOnly expands only fields made with TypeBox, for validators whose own schemas may be plain objects too.
 */
export function expandShorthand(given: unknown, typeBoxOnly = false): unknown {
  const schema = unwrapFluent(given)
  if (!isPlainObject(schema) || isTypeBox(schema) || isStandardSchema(schema)) return schema

  const entries = Object.entries(schema)
  const roles = new Map(entries.map(([key, value]) => [key, roleOf(key, value)]))
  const found = new Set(roles.values())
  if (found.has('keyword') || !found.has('field')) return schema

  const isCompanion = ([key]: [string, unknown]) => roles.get(key) === 'companion'
  const fields = entries
    .filter((entry) => !isCompanion(entry))
    .map(([key, value]) => [key, unwrapFluent(value)] as const)
  if (typeBoxOnly && !fields.every(([, field]) => isTypeBox(field))) return schema
  return { ...Object.fromEntries(entries.filter(isCompanion)), ...objectOf(fields) }
}

function objectOf(fields: (readonly [string, unknown])[]): object {
  const required = fields.filter(([, field]) => isTypeBox(field) && !isTypeBoxOptional(field)).map(([key]) => key)
  return {
    ...(fields.every(([, field]) => isTypeBox(field)) && { [kindMark]: 'Object' }),
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields)
  }
}

function roleOf(key: string, given: unknown): Role {
  const value = unwrapFluent(given)
  if (annotations.has(key) && !isSchema(value)) return 'companion'
  if (key.startsWith('x-') && !isPlainObject(value)) return 'companion'
  if (!isSchema(value)) return 'keyword'
  if (localDefinitions.has(key) && isMapOfSchemas(value)) return 'companion'
  if (key.startsWith('$')) return 'keyword'
  if (mapKeywords.has(key)) return isMapOfSchemas(value) ? 'keyword' : 'field'
  if (schemaKeywords.has(key)) return 'either'
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
