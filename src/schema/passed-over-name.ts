/**
 * Names of properties that the engines pass over, so that what a client sends under them would go unchecked, and what a handler answers
 * under them unsent. Ajv skips `__proto__` in `properties`. Both take a pattern for any name by its letters, and `.` matches no line break.
 */
import { isPlainObject } from '../base/plain-object.ts'

type Schema = Record<string, unknown>

const proto = '__proto__'
/** What TypeBox writes for the names of a record. */
const anyName = new Set(['^(.*)$', '^.*$'])
const anyNameAtAll = '^[^]*$'

/** For a validator: says of `__proto__` by a pattern what the schema says by its name, and of any name what it says of those in one line. */
export function withPassedOverNames(schema: unknown, fingerprint: string | undefined): unknown {
  const checked = fingerprint?.includes(`"${proto}"`) ? rewrite(schema, withProtoPattern) : schema
  return withAnyName(checked, fingerprint)
}

/** For a serializer: a pattern such as `^.*$` stops at the line breaks in a name; it becomes one that every name matches. */
export function withAnyName(schema: unknown, fingerprint: string | undefined): unknown {
  const hasPattern = [...anyName].some((pattern) => fingerprint?.includes(`"${pattern}"`))
  return hasPattern ? rewrite(schema, withWidePattern) : schema
}

function rewrite(schema: unknown, change: (copy: Schema) => Schema): unknown {
  if (Array.isArray(schema)) return schema.map((item) => rewrite(item, change))
  if (!isPlainObject(schema)) return schema
  return change(Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, rewrite(value, change)])))
}

function withProtoPattern(copy: Schema): Schema {
  const { properties, patternProperties = {} } = copy
  if (!isPlainObject(properties) || !isPlainObject(patternProperties) || !Object.hasOwn(properties, proto)) return copy
  const { [proto]: declared, ...others } = properties
  return { ...copy, properties: others, patternProperties: { ...patternProperties, [`^${proto}$`]: declared } }
}

function withWidePattern(copy: Schema): Schema {
  const { patternProperties } = copy
  if (!isPlainObject(patternProperties)) return copy
  const entries = Object.entries(patternProperties)
  const wide = entries.map(([pattern, value]) => [anyName.has(pattern) ? anyNameAtAll : pattern, value])
  return { ...copy, patternProperties: Object.fromEntries(wide) }
}
