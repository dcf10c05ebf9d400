/**
 * Expands shorthand: the schema of an object that is written as only its fields, without `type` and `properties`.
 *
 *     { name: { type: 'string' } }   means   { type: 'object', properties: { name: { type: 'string' } } }
 *
 * A schema with a key that can only be a keyword is complete. Otherwise a key that can only be a field makes the schema shorthand. If every key could
 * be both, the schema is complete, or refused as ambiguous (ambiguous-schema.ts).
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, isTypeBox, isTypeBoxOptional, kindMark, unwrapFluent } from './foreign-schema.ts'
import { rolesOf } from './schema-role.ts'

/**
 * Returns a schema that is not shorthand unchanged. Fields made with TypeBox are required unless `Type.Optional`; other fields are optional.
 *
 * @param typeBoxOnly expands only fields made with TypeBox, for validators whose own schemas may be plain objects too.
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
