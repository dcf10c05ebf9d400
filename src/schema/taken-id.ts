/**
 * Finds two different schemas with one `$id`, one of a route and one shared. Each engine would use another of the two: Ajv the shared one,
 * fast-json-stringify the route's. Requests and responses would then follow different schemas of one name, so this is an error.
 */
import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '../base/plain-object.ts'
import { fingerprintOf } from './fingerprint.ts'
import { dataKeywords, mapKeywords } from './keyword.ts'
import type { SharedSchemas } from './reference.ts'

/** Returns the `$id` of a shared schema that a different schema among `schemas`, or inside one, also has. */
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

/** Whether a value is searched. Objects of schema libraries are not JSON Schema: they may contain anything. */
const isWalked = (value: unknown): value is object => Array.isArray(value) || isPlainObject(value)

/** Whether two schemas are equal as JSON. TypeBox's symbols and the order of keywords do not matter. */
function isSame(schema: object, shared: unknown): boolean {
  if (schema === shared) return true
  const [own, given] = [fingerprintOf(schema), fingerprintOf(shared)]
  if (own === undefined || given === undefined) return isDeepStrictEqual(schema, shared)
  return own === given || isDeepStrictEqual(JSON.parse(own), JSON.parse(given))
}
