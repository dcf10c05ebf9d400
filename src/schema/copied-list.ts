/** Makes serializers that call `JSON.stringify` on copies of the data, for lists of four items or more. `projection.ts` makes the copies. */

type Stringify = (data: unknown) => string

/** Returns a copy for `JSON.stringify`; `undefined` if the serializer would write another text than `JSON.stringify`. */
export type Copy = (value: unknown) => object | undefined

/** The least number of items for which copying is faster. */
const shortest = 4
/** After this many values that could not be copied, copying is not tried again. */
const mostMisfits = 10

/**
 * Returns a serializer that uses copies for lists with enough items. @param lists the fields that contain the lists; `null` if the data are a list
 */
export function withCopies(stringify: Stringify, makeCopy: () => Copy, lists: readonly string[] | null): Stringify {
  let copy: Copy | undefined
  let misfits = 0
  return (data) => {
    if (misfits >= mostMisfits || !isLong(data, lists)) return stringify(data)
    copy ??= makeCopy()
    const text = writeCopy(data, copy)
    if (text !== undefined) return text
    misfits++
    return stringify(data)
  }
}

const isLongList = (data: unknown) => Array.isArray(data) && data.length >= shortest

function isLong(data: unknown, lists: readonly string[] | null): boolean {
  if (lists === null) return isLongList(data)
  if (typeof data !== 'object' || data === null) return false
  return lists.some((name) => isLongList((data as Record<string, unknown>)[name]))
}

const prototypes = [Array.prototype, String.prototype, Number.prototype, Boolean.prototype]

/**
 * Copies data and returns the copy as JSON text; `undefined` for data that does not match the schema. The result is also `undefined` while a built-in
 * prototype has a `toJSON`: only `JSON.stringify` would call it.
 */
function writeCopy(data: unknown, copy: Copy): string | undefined {
  if (prototypes.some((prototype) => 'toJSON' in prototype)) return undefined
  // `JSON.stringify` returns `undefined` for `undefined`, although its type says `string`.
  return JSON.stringify(copy(data))
}
