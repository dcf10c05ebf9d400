/**
 * Expands shorthand: an object schema that is written as only its fields, without `type` and `properties`.
 *
 *     { name: { type: 'string' } }   means   { type: 'object', properties: { name: { type: 'string' } } }
 *
 * A schema with a key that can only be a keyword is JSON Schema. Otherwise, a key that can only be a field makes the schema shorthand. If every key
 * can be both, the schema is JSON Schema, or is refused as ambiguous (ambiguous-schema.ts).
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, isTypeBox, isTypeBoxOptional, kindMark, unwrapFluent } from './foreign-schema.ts'
import { rolesOf } from './schema-role.ts'

/**
 * Expands shorthand and returns other schemas unchanged. TypeBox fields are required unless they are `Type.Optional`; other fields are optional.
 *
 * @param typeBoxOnly expands only objects of TypeBox fields, because other validators may use plain objects as schemas
 */
export function expandShorthand(given: unknown, typeBoxOnly = false): unknown {
  const schema = unwrapFluent(given)
  if (!isPlainObject(schema) || isTypeBox(schema) || isStandardSchema(schema)) return schema
  const entries = Object.entries(schema)
  const roles = rolesOf(schema)
  const found = new Set(roles.values())
  if (found.has('keyword') || !(found.has('field') || found.has('typebox'))) return schema
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
