/**
 * Finds a schema of a route whose `$id` equals that of a different shared schema. Ajv would use the shared schema for requests, and
 * fast-json-stringify the route's schema for responses.
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

/** Excludes class instances of schema libraries, which may contain anything. */
const isWalked = (value: unknown): value is object => Array.isArray(value) || isPlainObject(value)

/** Compares two schemas. TypeBox's symbols and the order of keywords make no difference. */
function isSame(schema: object, shared: unknown): boolean {
  if (schema === shared) return true
  const [own, given] = [fingerprintOf(schema), fingerprintOf(shared)]
  if (own === undefined || given === undefined) return isDeepStrictEqual(schema, shared)
  return own === given || isDeepStrictEqual(JSON.parse(own), JSON.parse(given))
}
