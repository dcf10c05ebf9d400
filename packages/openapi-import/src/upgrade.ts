import { type JsonObject, listIn, objectIn } from './json.ts'
import { changeParts } from './part.ts'

export function upgradeDocument(document: JsonObject): JsonObject {
  const upgraded = changeParts(document, 'document', (part, kind) => (kind === 'schema' ? upgradeSchema(part) : part))
  return { ...objectIn(upgraded), openapi: '3.1.1' }
}

function upgradeSchema(schema: JsonObject): JsonObject {
  if (typeof schema.$ref === 'string') return referenceOf(schema)
  const { nullable, example, ...rest } = schema
  const bounded = withBounds(example === undefined ? rest : { ...rest, examples: [example] })
  return nullable === true ? orNull(bounded) : bounded
}

/** In OpenAPI 3.0, members beside `$ref` have no effect. Only the description and extensions are kept, which restrict no values. */
function referenceOf(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([key]) => /^(?:\$ref|description|x-.*)$/.test(key))
  return Object.fromEntries(kept)
}

/** Converts `{ minimum: 1, exclusiveMinimum: true }` to `{ exclusiveMinimum: 1 }`. */
function withBounds(schema: JsonObject): JsonObject {
  const bounded: Record<string, unknown> = { ...schema }
  for (const [bound, exclusive] of bounds) {
    if (typeof bounded[exclusive] !== 'boolean') continue
    const isExcluded = bounded[exclusive] && bounded[bound] !== undefined
    if (isExcluded) bounded[exclusive] = bounded[bound]
    else delete bounded[exclusive]
    if (isExcluded) delete bounded[bound]
  }
  return bounded
}

const bounds = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum']
] as const

const nothing = { type: 'null' }

/** Converts `nullable`. In OpenAPI 3.0, it has an effect only beside `type`. But authors also write it beside `anyOf` and `allOf` to allow null. */
function orNull(schema: JsonObject): JsonObject {
  if (schema.type !== undefined) return { ...schema, type: [...new Set([schema.type, 'null'].flat())] }
  for (const union of ['anyOf', 'oneOf'] as const)
    if (Array.isArray(schema[union])) return { ...schema, [union]: [...listIn(schema[union]), nothing] }
  const { allOf, ...rest } = schema
  return allOf === undefined ? schema : { ...rest, anyOf: [{ allOf }, nothing] }
}
