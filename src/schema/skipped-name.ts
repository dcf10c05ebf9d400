/**
 * Rewrites schemas in which some property names would be skipped. Ajv skips `__proto__` in `properties`, and `^.*$` does not match names with a line
 * break. Values under such names would be neither validated nor serialized.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { mapEntries, mapPossibleSubschemas } from './subschema.ts'

type Schema = Record<string, unknown>

const proto = '__proto__'
/** The patterns that TypeBox generates for `Type.Record()`. */
const anyName = new Set(['^(.*)$', '^.*$'])
const anyNameAtAll = '^[^]*$'

/** Rewrites a schema for Ajv: moves `__proto__` from `properties` to `patternProperties`, where Ajv checks it. */
export function withSkippedNames(schema: unknown, fingerprint: string | undefined): unknown {
  const checked = fingerprint?.includes(`"${proto}"`) ? rewrite(schema, withProtoPattern) : schema
  return withAnyName(checked, fingerprint)
}

export function withAnyName(schema: unknown, fingerprint: string | undefined): unknown {
  const hasPattern = [...anyName].some((pattern) => fingerprint?.includes(`"${pattern}"`))
  return hasPattern ? rewrite(schema, withWidePattern) : schema
}

function rewrite(schema: unknown, change: (copy: Schema) => Schema): unknown {
  if (Array.isArray(schema)) return schema.map((item) => rewrite(item, change))
  if (!isPlainObject(schema)) return schema
  const inside = (part: unknown) => rewrite(part, change)
  return change(mapEntries(schema, (key, value) => mapPossibleSubschemas(key, value, inside)))
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
