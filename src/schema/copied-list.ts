/** Serializers of longer lists that call `JSON.stringify` on copies of the data. The copies are made in `projection.ts`. */

type Stringify = (data: unknown) => string

/** Returns the copy of a value, or `undefined` if the serializer would write it differently. */
export type Copy = (value: unknown) => object | undefined

/** The least number of items for which copying is faster. */
const shortest = 4
/** After so many misses in a row, copying is not tried again. */
const patience = 10

/**
 * Returns a serializer that uses copies for longer lists and `stringify` for everything else.
 *
 * @param lists the fields that contain the lists; `null` if the data are a list
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

/** Whether a list is long enough for copying. */
function isLong(data: unknown, lists: readonly string[] | null): boolean {
  if (lists === null) return isLongList(data)
  if (typeof data !== 'object' || data === null) return false
  return lists.some((name) => isLongList((data as Record<string, unknown>)[name]))
}

const prototypes = [Array.prototype, String.prototype, Number.prototype, Boolean.prototype]

/**
 * Serializes data by a copy; `undefined` for data that does not match, or whose copy would have a `toJSON` called that the data's serializer would not.
 */
function writeCopy(data: unknown, copy: Copy): string | undefined {
  if (prototypes.some((prototype) => 'toJSON' in prototype)) return undefined
  // `JSON.stringify` returns `undefined` for `undefined`, although its type says `string`.
  return JSON.stringify(copy(data))
}
