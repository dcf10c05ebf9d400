/**
 * The dozen names that every object has without being given them, such as `constructor`. A schema that declares one asks for a property, and
 * the engines ask `object.constructor`, which is always there. Most schemas name none, and only those that do pay for the difference.
 */
import { isPlainObject } from '../base/plain-object.ts'

const inheritedNames = new RegExp(`["/](?:${Object.getOwnPropertyNames(Object.prototype).join('|')})["#/]`)

/** Tells by a schema's fingerprint whether it may name or refer to a property that `Object.prototype` has; without one it may. */
export function mayNameInherited(fingerprint: string | undefined): boolean {
  return fingerprint === undefined || inheritedNames.test(fingerprint)
}

/** Copies the plain objects and arrays of a payload so that they inherit nothing; whatever has a class or a `toJSON` stays as it is. */
export function withoutInherited(data: unknown, copies: Map<object, unknown> = new Map()): unknown {
  const isList = Array.isArray(data)
  if (!isList && (!isPlainObject(data) || typeof data.toJSON === 'function')) return data
  if (copies.has(data)) return copies.get(data)
  const copy = isList ? [] : Object.create(null)
  copies.set(data, copy)
  for (const key of Object.keys(data)) copy[key] = withoutInherited((data as Record<string, unknown>)[key], copies)
  return copy
}
