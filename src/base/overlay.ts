/**
 * An overlay of JSON: an object that says which members of another are different. `undefined` removes a member, an index stands for an item of a list,
 * and a reference on either side is replaced as a whole.
 */
import { isPlainObject } from './plain-object.ts'

/** Tells objects that stand for another part of their document. */
export const isReference = (value: unknown): value is { readonly $ref: string } =>
  isPlainObject(value) && typeof value.$ref === 'string'

/** Returns a value with an overlay laid over it. An index that a list does not have changes nothing. */
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
