/**
 * Finds a schema of a route that has the same `$id` as a different shared schema. Requests and responses would follow different schemas, because Ajv
 * uses the shared schema, and fast-json-stringify the route's.
 */
import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '../base/plain-object.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { SharedSchemas } from './reference.ts'
import { possibleSubschemasOf } from './subschema.ts'

export function findIdConflict(schemas: readonly unknown[], sharedSchemas: SharedSchemas): string | undefined {
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
    pending.push(...possibleSubschemasOf(value))
  }
  return undefined
}

/** Objects of schema libraries are not searched, because they may contain anything. */
const isWalked = (value: unknown): value is object => Array.isArray(value) || isPlainObject(value)

/** TypeBox's symbols and the order of keywords make no difference. */
function isSame(schema: object, shared: unknown): boolean {
  if (schema === shared) return true
  const [own, given] = [fingerprintOf(schema), fingerprintOf(shared)]
  if (own === undefined || given === undefined) return isDeepStrictEqual(schema, shared)
  return own === given || isDeepStrictEqual(JSON.parse(own), JSON.parse(given))
}
