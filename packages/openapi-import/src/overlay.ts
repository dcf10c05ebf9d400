/**
 * Creates and applies merge patches (RFC 7396), with three differences: `undefined` removes a member, an object with indexes as keys changes items of
 * a list, and references (`$ref`) are replaced as a whole.
 */

import { isPlainObject } from '@espalier/command-kit'
import type { JsonObject } from './json.ts'

/** Returns `undefined` if the values are equal. */
export function overlayOf(wanted: unknown, given: unknown): { readonly overlay: unknown } | undefined {
  if (Array.isArray(wanted) && Array.isArray(given) && wanted.length === given.length)
    return ofMembers({ ...wanted }, { ...given })
  if (isPlainObject(wanted) && isPlainObject(given) && !isReference(wanted) && !isReference(given))
    return ofMembers(wanted, given)
  return isSame(wanted, given) ? undefined : { overlay: wanted }
}

function ofMembers(wanted: JsonObject, given: JsonObject): { readonly overlay: unknown } | undefined {
  const changed = Object.entries(wanted).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(given, name)) return [[name, value]]
    const found = overlayOf(value, given[name])
    return found === undefined ? [] : [[name, found.overlay]]
  })
  const gone = Object.keys(given).filter((name) => !Object.hasOwn(wanted, name))
  if (changed.length === 0 && gone.length === 0) return undefined
  return { overlay: Object.fromEntries([...changed, ...gone.map((name) => [name, undefined] as const)]) }
}

export const isReference = (value: unknown): value is { readonly $ref: string } =>
  isPlainObject(value) && typeof value.$ref === 'string'

function isSame(one: unknown, other: unknown): boolean {
  if (!isPlainObject(one) || !isPlainObject(other)) return JSON.stringify(one) === JSON.stringify(other)
  return ofMembers(one, other) === undefined
}

/** Ignores an index beyond the end of a list. */
export function lay(overlay: unknown, over: unknown): unknown {
  if (!isPlainObject(overlay) || isReference(overlay)) return overlay
  if (Array.isArray(over)) return over.flatMap((item, at) => layItem(overlay, String(at), item))
  const laid = new Map(isPlainObject(over) && !isReference(over) ? Object.entries(over) : [])
  for (const [name, value] of Object.entries(overlay)) {
    if (value === undefined) laid.delete(name)
    else laid.set(name, lay(value, laid.get(name)))
  }
  return Object.fromEntries(laid)
}

function layItem(overlay: JsonObject, at: string, item: unknown): unknown[] {
  if (!Object.hasOwn(overlay, at)) return [item]
  return overlay[at] === undefined ? [] : [lay(overlay[at], item)]
}
