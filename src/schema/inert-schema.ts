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

/**
 * What a schema is that is an object of a class and has no key of its own, such as a Map; `undefined` for every other. Validators and serializers
 * read keys, so it would be the schema of everything. What is plain in another realm is plain, and `{}` is meant.
 */
export function findOpaque(given: unknown): string | undefined {
  const schema = unwrapFluent(given)
  if (typeof schema !== 'object' || schema === null || Object.keys(schema).length > 0) return undefined
  const prototype: object | null = Object.getPrototypeOf(schema)
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined
  if (isTypeBox(schema) || isStandardSchema(schema) || Array.isArray(schema)) return undefined
  return `an object of the class ${prototype.constructor?.name || 'without a name'}`
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
