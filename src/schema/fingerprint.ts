/**
 * Identifies equal schemas by their JSON text, so that a schema of many routes is compiled once. A schema with other values, such as functions for
 * custom keywords or cycles, has no fingerprint and is compiled each time.
 */
import { isPlainObject } from '../base/plain-object.ts'

export function fingerprintOf(schema: unknown): string | undefined {
  let isJson = true
  function refuseNonJson(this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
    // Different members could have the same `toJSON` result, such as a date and a string, so a member with a `toJSON` is refused.
    isJson &&= this[key] === value && isJsonValue(value)
    return isJson ? value : undefined
  }
  try {
    const text = JSON.stringify(schema, refuseNonJson)
    return isJson ? text : undefined
  } catch {
    return undefined
  }
}

function isJsonValue(value: unknown): boolean {
  if (typeof value === 'object') return value === null || Array.isArray(value) || isPlainObject(value)
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' || typeof value === 'boolean'
}
