/**
 * Response schemas that say nothing. A serializer passes over what it does not know, and sends everything: the fields of another library's schemas
 * (`{ title: z.string() }`) hold nothing back where they are taken for keywords. Validators refuse an unknown keyword themselves.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, isTypeBox, unwrapFluent } from './foreign-schema.ts'
import { rolesOf } from './schema-role.ts'

const known = new Set(
  [
    'type enum const default format nullable required allOf anyOf oneOf properties patternProperties dependencies dependentSchemas dependentRequired',
    'maxProperties minProperties maxItems minItems uniqueItems prefixItems maxContains minContains multipleOf maximum exclusiveMaximum',
    'minimum exclusiveMinimum maxLength minLength pattern contentMediaType contentEncoding readOnly writeOnly deprecated discriminator',
    'additionalProperties items externalDocs xml'
  ].flatMap((line) => line.split(' '))
)

/** Keywords that hold a schema, a list of schemas or, the second ones, schemas by names. */
const applicators = new Set(
  [
    'items additionalItems prefixItems contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties',
    'allOf anyOf oneOf not if then else'
  ].flatMap((line) => line.split(' '))
)
const maps = new Set('properties patternProperties definitions $defs dependencies dependentSchemas'.split(' '))

/**
 * Finds an object of a class that has no key of its own, such as a Map, where a schema has to be, and says where it stands and what it is; `undefined`
 * if there is none. Validators and serializers read keys, so it would be the schema of everything. What is plain in another realm is plain, and `{}`
 * is meant.
 */
export function findOpaque(given: unknown): string | undefined {
  const found: [path: string, schema: unknown][] = [['', given]]
  const seen = new Set<unknown>()
  for (const [path, written] of found) {
    const schema = unwrapFluent(written)
    const name = opaqueName(schema)
    if (name !== undefined) return `${path === '' ? 'the schema' : `'${path}'`} is an object of the class ${name}`
    if (seen.has(schema) || isStandardSchema(schema)) continue
    seen.add(schema)
    for (const [key, inner] of partsOf(schema)) found.push([path === '' ? key : `${path}/${key}`, inner])
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

/** What stands inside a schema where a schema has to be. */
function partsOf(schema: unknown): [path: string, part: unknown][] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    const isMap = maps.has(key)
    if (!isMap && !applicators.has(key)) return []
    const isSpread = (isMap || Array.isArray(value)) && typeof value === 'object' && value !== null
    const inside = isSpread
      ? Object.entries(value).map(([name, part]): [string, unknown] => [`${key}/${name}`, part])
      : []
    return inside.length > 0 ? inside : [[key, value]]
  })
}

/** The keys of a schema that has no keyword, `undefined` where it has one, is a shorthand, or only describes itself. */
export function findInert(given: unknown): string[] | undefined {
  const schema = unwrapFluent(given)
  if (!isPlainObject(schema) || isTypeBox(schema) || isStandardSchema(schema)) return undefined
  const said = [...rolesOf(schema)].filter(([, role]) => role !== 'companion')
  const isInert =
    said.length > 0 && said.every(([name, role]) => role === 'keyword' && !known.has(name) && !name.startsWith('$'))
  return isInert ? said.map(([name]) => name) : undefined
}
