/**
 * Creates and applies merge patches (RFC 7396), with three differences. `undefined` removes a member. An object with indexes as keys changes items of
 * an array. References (`$ref`) are replaced as a whole.
 */
import { isPlainObject } from '@espalier/command-kit'
import type { JsonObject } from './json.ts'

/** Returns a merge patch that changes `given` to `wanted`. Returns `undefined` if they are equal. */
export function createMergePatch(wanted: unknown, given: unknown): { readonly patch: unknown } | undefined {
  if (Array.isArray(wanted) && Array.isArray(given) && wanted.length === given.length)
    return createMembersPatch({ ...wanted }, { ...given })
  if (isPlainObject(wanted) && isPlainObject(given) && !isReference(wanted) && !isReference(given))
    return createMembersPatch(wanted, given)
  return isSame(wanted, given) ? undefined : { patch: wanted }
}

function createMembersPatch(wanted: JsonObject, given: JsonObject): { readonly patch: unknown } | undefined {
  const changed = Object.entries(wanted).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(given, name)) return [[name, value]]
    const found = createMergePatch(value, given[name])
    return found === undefined ? [] : [[name, found.patch]]
  })
  const gone = Object.keys(given).filter((name) => !Object.hasOwn(wanted, name))
  if (changed.length === 0 && gone.length === 0) return undefined
  return { patch: Object.fromEntries([...changed, ...gone.map((name) => [name, undefined] as const)]) }
}

export const isReference = (value: unknown): value is { readonly $ref: string } =>
  isPlainObject(value) && typeof value.$ref === 'string'

function isSame(one: unknown, other: unknown): boolean {
  if (!isPlainObject(one) || !isPlainObject(other)) return JSON.stringify(one) === JSON.stringify(other)
  return createMembersPatch(one, other) === undefined
}

/** Applies a merge patch. An index beyond the end of an array is ignored. */
export function applyMergePatch(patch: unknown, target: unknown): unknown {
  if (!isPlainObject(patch) || isReference(patch)) return patch
  if (Array.isArray(target)) return target.flatMap((item, at) => applyToItem(patch, String(at), item))
  const patched = new Map(isPlainObject(target) && !isReference(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) patched.delete(name)
    else patched.set(name, applyMergePatch(value, patched.get(name)))
  }
  return Object.fromEntries(patched)
}

function applyToItem(patch: JsonObject, at: string, item: unknown): unknown[] {
  if (!Object.hasOwn(patch, at)) return [item]
  return patch[at] === undefined ? [] : [applyMergePatch(patch[at], item)]
}
