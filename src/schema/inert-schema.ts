/**
 * Schemas that say nothing. A serializer passes over what it does not know, and sends everything: the fields of another library's schemas
 * (`{ title: z.string() }`) hold nothing back where they are taken for keywords. Validators refuse an unknown keyword themselves. What has no key at
 * all, such as a Map, is passed over by both.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, isTypeBox } from './foreign-schema.ts'
import { type Role, rolesOf } from './schema-role.ts'
import { definitionKeywords, holdsSchemas, withSubschemas } from './subschema.ts'

/** Keywords beside those that hold schemas. */
const known = words(
  'type enum const default format nullable maxItems minItems uniqueItems maxContains minContains multipleOf maximum exclusiveMaximum minimum',
  'exclusiveMinimum maxLength minLength pattern contentMediaType contentEncoding readOnly writeOnly deprecated discriminator externalDocs xml'
)
/** Speak of the names of an object that something else describes. */
const ofNames = words('required dependencies dependentRequired maxProperties minProperties')
/** Describe a schema by values, which may look like schemas. */
const ofValues = words('example examples')

/**
 * Finds an object of a class that has no key of its own, such as a Map, where a schema has to be, and says where it stands and what it is; `undefined`
 * if there is none. Validators and serializers read keys, so it would be the schema of everything. What is plain in another realm is plain, and `{}`
 * is meant.
 */
export function findOpaque(given: unknown): string | undefined {
  for (const [path, schema] of withSubschemas(given)) {
    const name = opaqueName(schema)
    if (name !== undefined) return `${nameOf(path)} is an object of the class ${name} and has no key of its own`
  }
  return undefined
}

/** The class of an object that has no key of its own. */
function opaqueName(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || Object.keys(schema).length > 0) return undefined
  const prototype: object | null = Object.getPrototypeOf(schema)
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined
  if (isTypeBox(schema) || isStandardSchema(schema) || Array.isArray(schema)) return undefined
  return prototype.constructor?.name || 'without a name'
}

/**
 * Finds a schema that has keys, of which none says what is written, and says where it stands and what they are; `undefined` if there is none. Takes
 * schemas that are written out: one that lists fields is no longer a shorthand there, and nowhere inside. Definitions are groups as often as schemas.
 */
export function findInert(given: unknown): string | undefined {
  for (const [path, schema] of withSubschemas(given)) {
    if (path.some((name) => definitionKeywords.has(name)) || !isPlainObject(schema)) continue
    if (isTypeBox(schema) || isStandardSchema(schema)) continue
    const roles = [...rolesOf(schema)].filter(([name, role]) => role !== 'companion' && !ofNames.has(name))
    const unknown = roles.filter((entry) => isUnknown(...entry)).map(([name]) => `'${name}'`)
    if (unknown.length === 0 || unknown.length < roles.length) continue
    const where = path.length === 0 ? '' : ` in ${nameOf(path)}`
    return `${unknown.join(', ')}${where} ${unknown.length === 1 ? 'is no keyword' : 'are no keywords'} of JSON Schema`
  }
  return undefined
}

function isUnknown(name: string, role: Role): boolean {
  if (role === 'field' || role === 'marked') return !ofValues.has(name) && !name.startsWith('x-')
  return role === 'keyword' && !known.has(name) && !holdsSchemas(name) && !name.startsWith('$')
}

const nameOf = (path: readonly string[]) => (path.length === 0 ? 'the schema' : `'${path.join('/')}'`)

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
