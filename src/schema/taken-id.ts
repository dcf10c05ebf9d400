/**
 * An `$id` is the name of one schema. Where a route's schema has the `$id` of a shared one and says something else, each engine takes another of the
 * two: Ajv validates by the shared one, fast-json-stringify writes by the route's own. A body would be held to one schema and an answer to
 * another of the same name, so neither is taken.
 */
import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '../base/plain-object.ts'
import { fingerprintOf } from './fingerprint.ts'
import { dataKeywords, mapKeywords } from './keyword.ts'
import type { SharedSchemas } from './reference.ts'

/** Finds the `$id` of a shared schema that one of `schemas`, or one inside it, gives to something else. */
export function takenIdOf(schemas: readonly unknown[], sharedSchemas: SharedSchemas): string | undefined {
  if (Object.keys(sharedSchemas).length === 0) return undefined
  const seen = new Set<object>()
  const pending: unknown[] = [...schemas]
  while (pending.length > 0) {
    const value = pending.pop()
    if (!isWalked(value) || seen.has(value)) continue
    seen.add(value)
    const { $id } = value as { $id?: unknown }
    if (typeof $id === 'string' && Object.hasOwn(sharedSchemas, $id)) {
      if (!isSame(value, sharedSchemas[$id])) return $id
      continue
    }
    for (const [key, inner] of Object.entries(value)) {
      // A field may have the name of a keyword.
      if (mapKeywords.has(key) && isPlainObject(inner)) pending.push(...Object.values(inner))
      else if (!dataKeywords.has(key)) pending.push(inner)
    }
  }
  return undefined
}

/** Objects of schema libraries are not JSON Schema: they may hold anything. */
const isWalked = (value: unknown): value is object => Array.isArray(value) || isPlainObject(value)

/** Compares what JSON says: marks of TypeBox and the order of keywords make no difference. */
function isSame(schema: object, shared: unknown): boolean {
  if (schema === shared) return true
  const [own, given] = [fingerprintOf(schema), fingerprintOf(shared)]
  if (own === undefined || given === undefined) return isDeepStrictEqual(schema, shared)
  return own === given || isDeepStrictEqual(JSON.parse(own), JSON.parse(given))
}
