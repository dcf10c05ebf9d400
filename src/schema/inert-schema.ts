/**
 * Finds response schemas without any JSON Schema keyword, for example `{ title: z.string() }`. A serializer ignores unknown keys, so such a schema
 * would send every field. Validators refuse an unknown keyword themselves. Both ignore an object without keys, such as a Map.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, isTypeBox } from './foreign-schema.ts'
import { keywordsWhere } from './keyword.ts'
import { type Role, rolesOf } from './schema-role.ts'
import { definitionKeywords, withSubschemas } from './subschema.ts'

const known = keywordsWhere(({ of }) => of !== 'ajv-errors')
/** Speak of the names of an object that something else describes. */
const ofNames = keywordsWhere(({ on, holds }) => on === 'object' && (holds === 'count' || holds.includes('names')))
/** Describe a schema by values, which may look like schemas. */
const ofValues = keywordsWhere(({ says, holds }) => says === 'note' && holds !== 'text')

/**
 * Finds an object of a class without keys of its own, such as a Map, in the place of a schema. Returns its place and its class, or `undefined`.
 * Validators and serializers read keys, so it would be a schema of everything. A plain object of another realm is plain, and `{}` is deliberate.
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
  return role === 'keyword' && !name.startsWith('$') && !known.has(name)
}

const nameOf = (path: readonly string[]) => (path.length === 0 ? 'the schema' : `'${path.join('/')}'`)
