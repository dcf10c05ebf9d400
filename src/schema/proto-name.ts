/**
 * A property called `__proto__`. Ajv passes over it in `properties`, so that what a client sends under this name would go unchecked; a pattern
 * for the same name it checks.
 */
import { isPlainObject } from './plain-object.ts'

const name = '__proto__'

/** Answers a schema that says of properties called `__proto__` by a pattern what it says by their name; any other schema as it is. */
export function withProtoPattern(schema: unknown, fingerprint: string | undefined): unknown {
  return fingerprint?.includes(`"${name}"`) ? rewrite(schema) : schema
}

function rewrite(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rewrite)
  if (!isPlainObject(schema)) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, rewrite(value)]))
  const { properties, patternProperties = {} } = copy
  if (!isPlainObject(properties) || !isPlainObject(patternProperties) || !Object.hasOwn(properties, name)) return copy
  const { [name]: declared, ...others } = properties
  return { ...copy, properties: others, patternProperties: { ...patternProperties, [`^${name}$`]: declared } }
}
