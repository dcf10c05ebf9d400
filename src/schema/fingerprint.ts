/**
 * Identifies equal schemas by their JSON, so that a schema of many routes is compiled once. A schema with non-JSON values (functions and classes for
 * custom keywords, regular expressions, cycles) has no fingerprint and is compiled each time.
 */
import { isPlainObject } from '../base/plain-object.ts'

/** Returns a text that equal schemas share, or `undefined` for a schema that JSON cannot represent. */
export function fingerprintOf(schema: unknown): string | undefined {
  let isJson = true
  function refuseNonJson(this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
    // `value` is the result of `toJSON`, if the member has one, such as a date. Different schemas could share this result, so the member is refused.
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
