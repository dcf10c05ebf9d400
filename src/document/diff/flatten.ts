/**
 * Schemas as comparisons read them: references followed, `allOf` merged into one schema, `oneOf` read as `anyOf`. What is made of a schema is made
 * once, so that a schema that recurs is known again.
 */
import { isPlainObject } from '../../base/plain-object.ts'
import { areEqual, type JsonObject, listIn, objectIn } from '../json.ts'
import type { Resolve } from '../reference.ts'

/** Returns the flat form of a schema, the same for the same one. */
export type Flatten = (schema: unknown) => JsonObject

/** Marks a union of whose members no value may fit two. */
export const exclusive = 'x-espalier-exclusive'

const never: JsonObject = { not: {} }
const anything: JsonObject = {}

export function createFlatten(resolve: Resolve): Flatten {
  const made = new WeakMap<object, JsonObject>()
  return function flatten(schema: unknown): JsonObject {
    if (schema === false) return never
    if (!isPlainObject(schema)) return anything
    const known = made.get(schema)
    if (known !== undefined) return known
    // A schema that is part of itself adds nothing to itself.
    made.set(schema, anything)
    const { $ref, allOf, oneOf, anyOf, ...own } = schema
    const parts = [
      own,
      ...(oneOf === undefined ? [] : [{ anyOf: oneOf, [exclusive]: true }]),
      ...(anyOf === undefined ? [] : [{ anyOf }]),
      ...(typeof $ref === 'string' ? [flatten(resolve({ $ref }))] : []),
      ...listIn(allOf).map(flatten)
    ]
    const flat = parts.reduce(join)
    made.set(schema, flat)
    return flat
  }
}

/** Two schemas that both hold, as one. */
function join(one: JsonObject, other: JsonObject): JsonObject {
  if (Object.keys(one).length === 0) return other
  const joined: Record<string, unknown> = { ...one }
  for (const [key, value] of Object.entries(other))
    joined[key] = key in one && !areEqual(one[key], value) ? both(key, one[key], value) : value
  return joined
}

const lower = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'])
const upper = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'])
const byName = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const schemas = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'contentSchema'])

function both(key: string, one: unknown, other: unknown): unknown {
  if (key === 'required') return [...new Set([...listIn(one), ...listIn(other)])]
  if (key === 'type') return commonTypes([one].flat(), [other].flat())
  if (key === 'enum') return listIn(one).filter((value) => listIn(other).some((each) => areEqual(value, each)))
  if (key === 'anyOf') return listIn(one).flatMap((a) => listIn(other).map((b) => ({ allOf: [a, b] })))
  if (lower.has(key)) return Math.max(Number(one), Number(other))
  if (upper.has(key)) return Math.min(Number(one), Number(other))
  if (byName.has(key)) return joinNames(objectIn(one), objectIn(other))
  if (key === 'not') return { anyOf: [one, other] }
  return schemas.has(key) ? { allOf: [one, other] } : one
}

function joinNames(one: JsonObject, other: JsonObject): JsonObject {
  const joined: Record<string, unknown> = { ...one }
  for (const [name, schema] of Object.entries(other))
    joined[name] = name in one && !areEqual(one[name], schema) ? { allOf: [one[name], schema] } : schema
  return joined
}

function commonTypes(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  const holds = (types: readonly unknown[], type: unknown) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  return [...new Set([...one.filter((type) => holds(other, type)), ...other.filter((type) => holds(one, type))])]
}
