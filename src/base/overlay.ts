/**
 * A patch for JSON: an object with only the members that differ. `undefined` removes a member, an index as key changes an item of a list, and a `$ref`
 * on either side is replaced as a whole.
 */
import { isPlainObject } from './plain-object.ts'

/** Whether an object is a reference to another part of its document. */
export const isReference = (value: unknown): value is { readonly $ref: string } =>
  isPlainObject(value) && typeof value.$ref === 'string'

/** Returns a value with a patch applied. An index beyond the end of a list is ignored. */
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
