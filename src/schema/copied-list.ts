/** Serializers of longer lists that let `JSON.stringify` write copies of the data; what the copies are is the business of `projection.ts`. */

type Stringify = (data: unknown) => string

/** Returns the copy of a value, or `undefined` where it would be written otherwise. */
export type Copy = (value: unknown) => object | undefined

/** Below this many items copying costs more than it saves. */
const shortest = 4
/** Data that did not fit so often will not fit next time either. */
const patience = 10

/**
 * Returns a function that writes longer lists by copies and everything else by `stringify`.
 *
 * @param lists the fields that hold the lists; `null` where the data are the list
 */
export function withCopies(stringify: Stringify, makeCopy: () => Copy, lists: readonly string[] | null): Stringify {
  let copy: Copy | undefined
  let misfits = 0
  return (data) => {
    if (misfits >= patience || !isLong(data, lists)) return stringify(data)
    copy ??= makeCopy()
    const text = writeCopy(data, copy)
    if (text !== undefined) return text
    misfits++
    return stringify(data)
  }
}

const isLongList = (data: unknown) => Array.isArray(data) && data.length >= shortest

/** Whether copying is worth its while. */
function isLong(data: unknown, lists: readonly string[] | null): boolean {
  if (lists === null) return isLongList(data)
  if (typeof data !== 'object' || data === null) return false
  return lists.some((name) => isLongList((data as Record<string, unknown>)[name]))
}

const prototypes = [Array.prototype, String.prototype, Number.prototype, Boolean.prototype]

/** Writes data by a copy; `undefined` for data that does not fit, or whose copy would be asked for a `toJSON` that the data were not. */
function writeCopy(data: unknown, copy: Copy): string | undefined {
  if (prototypes.some((prototype) => 'toJSON' in prototype)) return undefined
  // The result is `undefined` for `undefined`, whatever the type of `JSON.stringify` is.
  return JSON.stringify(copy(data))
}
