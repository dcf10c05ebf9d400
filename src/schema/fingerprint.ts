/**
 * Identifies equal schemas by their JSON text, so that each is compiled once. Schemas that JSON cannot represent, such as with functions or cycles,
 * have no fingerprint and are compiled each time.
 */
import { isPlainObject } from '../base/plain-object.ts'

export function fingerprintOf(schema: unknown): string | undefined {
  let isJson = true
  function refuseNonJson(this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
    // Objects with `toJSON` are refused. Different values could have the same text, such as a date and a string.
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
