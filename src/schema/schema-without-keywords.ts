/**
 * Finds schemas without effect. Serializers ignore unknown keys, so a response schema such as `{ title: z.string() }` would send every property. An
 * instance of a class, such as a Map, has no keys, so it would accept everything.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, isTypeBox } from './foreign-schema.ts'
import { keywordsWhere } from './keyword.ts'
import { type Role, rolesOf } from './schema-role.ts'
import { definitionKeywords, withSubschemas } from './subschema.ts'

const knownKeywords = keywordsWhere(({ origin }) => origin !== 'ajv-errors')
/** Keywords about property names, such as `required`, that declare no property. */
const nameKeywords = keywordsWhere(
  ({ type, holds }) => type === 'object' && (holds === 'count' || holds.includes('names'))
)
const exampleKeywords = keywordsWhere(({ purpose, holds }) => purpose === 'documentation' && holds !== 'text')

/**
 * Finds a class instance without own keys, such as a Map, instead of a schema. Such a schema would accept every value. `{}` and plain objects of
 * another realm are allowed.
 */
export function findClassInstance(given: unknown): string | undefined {
  for (const [path, schema] of withSubschemas(given)) {
    const name = classNameOf(schema)
    if (name !== undefined) return `${nameOf(path)} is an object of the class ${name} and has no key of its own`
  }
  return undefined
}

function classNameOf(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || Object.keys(schema).length > 0) return undefined
  const prototype: object | null = Object.getPrototypeOf(schema)
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined
  if (isTypeBox(schema) || isStandardSchema(schema) || Array.isArray(schema)) return undefined
  return prototype.constructor?.name || 'without a name'
}

/** Does not search `definitions`, whose entries may be groups of schemas. */
export function findWithoutKeywords(given: unknown): string | undefined {
  for (const [path, schema] of withSubschemas(given)) {
    if (path.some((name) => definitionKeywords.has(name)) || !isPlainObject(schema)) continue
    if (isTypeBox(schema) || isStandardSchema(schema)) continue
    const roles = [...rolesOf(schema)].filter(([name, role]) => role !== 'companion' && !nameKeywords.has(name))
    const unknown = roles.filter((entry) => isUnknown(...entry)).map(([name]) => `'${name}'`)
    if (unknown.length === 0 || unknown.length < roles.length) continue
    const where = path.length === 0 ? '' : ` in ${nameOf(path)}`
    return `${unknown.join(', ')}${where} ${unknown.length === 1 ? 'is no keyword' : 'are no keywords'} of JSON Schema`
  }
  return undefined
}

function isUnknown(name: string, role: Role): boolean {
  if (role === 'field' || role === 'typebox') return !exampleKeywords.has(name) && !name.startsWith('x-')
  return role === 'keyword' && !name.startsWith('$') && !knownKeywords.has(name)
}

const nameOf = (path: readonly string[]) => (path.length === 0 ? 'the schema' : `'${path.join('/')}'`)
