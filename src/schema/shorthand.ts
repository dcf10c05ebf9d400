/**
 * The shorthand: a schema of an object written as its fields alone, without `type` and `properties`.
 *
 *     { name: { type: 'string' } }   means   { type: 'object', properties: { name: { type: 'string' } } }
 *
 * One key that can only be a keyword's makes a complete schema, as for every validator; otherwise one field makes a shorthand. Objects of other
 * libraries count as keywords, so that what is not JSON Schema passes untouched. Where nothing of this decides, names of keywords alone make a
 * complete schema, unless that is probably not what was meant (`ambiguous-schema.ts`).
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, isTypeBox, isTypeBoxOptional, kindMark, unwrapFluent } from './foreign-schema.ts'
import { rolesOf } from './schema-role.ts'

/**
 * Writes a shorthand out as a complete schema and returns any other schema as it is. Fields made with TypeBox are required
 * unless `Type.Optional`; other fields are optional. The given object is not changed.
 *
 * @param typeBoxOnly expands only fields made with TypeBox, for validators whose own schemas may be plain objects too.
 */
export function expandShorthand(given: unknown, typeBoxOnly = false): unknown {
  const schema = unwrapFluent(given)
  if (!isPlainObject(schema) || isTypeBox(schema) || isStandardSchema(schema)) return schema

  const entries = Object.entries(schema)
  const roles = rolesOf(schema)
  const found = new Set(roles.values())
  if (found.has('keyword') || !(found.has('field') || found.has('marked'))) return schema

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
