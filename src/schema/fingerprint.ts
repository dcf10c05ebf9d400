/**
 * Tells equal schemas by their JSON, so that one is compiled where many routes declare the same. A schema that holds what JSON
 * does not (functions and classes for custom keywords, regular expressions, cycles) has no fingerprint and is compiled each time.
 */
import { isPlainObject } from '../base/plain-object.ts'

/** Returns the text that equal schemas share, or `undefined` for a schema that JSON cannot stand for. */
export function fingerprintOf(schema: unknown): string | undefined {
  let isJson = true
  function refuseNonJson(this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
    // A date and whatever else says how it is written come as a text: two schemas would be alike that hold different things.
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
