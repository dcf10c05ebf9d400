/**
 * Computes the difference of two JSON values as a merge patch: an object with only the members that differ. `undefined` removes a member. To change
 * an item of a list, the patch has an object with the item's index as key. A reference (`$ref`) is replaced as a whole.
 */
import { isPlainObject } from '@espalier/command-kit'

type Members = Readonly<Record<string, unknown>>

/** Returns the patch that turns `given` into `wanted`, or `undefined` if they are equal. */
export function overlayOf(wanted: unknown, given: unknown): { readonly overlay: unknown } | undefined {
  if (Array.isArray(wanted) && Array.isArray(given) && wanted.length === given.length)
    return ofMembers({ ...wanted }, { ...given })
  if (isPlainObject(wanted) && isPlainObject(given) && !isReference(wanted) && !isReference(given))
    return ofMembers(wanted, given)
  return isSame(wanted, given) ? undefined : { overlay: wanted }
}

function ofMembers(wanted: Members, given: Members): { readonly overlay: unknown } | undefined {
  const changed = Object.entries(wanted).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(given, name)) return [[name, value]]
    const found = overlayOf(value, given[name])
    return found === undefined ? [] : [[name, found.overlay]]
  })
  const gone = Object.keys(given).filter((name) => !Object.hasOwn(wanted, name))
  if (changed.length === 0 && gone.length === 0) return undefined
  return { overlay: Object.fromEntries([...changed, ...gone.map((name) => [name, undefined] as const)]) }
}

/** Whether an object is a reference: it has a `$ref`. */
export const isReference = (value: unknown): value is { readonly $ref: string } =>
  isPlainObject(value) && typeof value.$ref === 'string'

function isSame(one: unknown, other: unknown): boolean {
  if (!isPlainObject(one) || !isPlainObject(other)) return JSON.stringify(one) === JSON.stringify(other)
  return ofMembers(one, other) === undefined
}

/** Applies a patch to a value, and returns the result. An index beyond the end of a list is ignored. */
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

function layItem(overlay: Readonly<Record<string, unknown>>, at: string, item: unknown): unknown[] {
  if (!Object.hasOwn(overlay, at)) return [item]
  return overlay[at] === undefined ? [] : [lay(overlay[at], item)]
}
