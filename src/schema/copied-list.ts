type Stringify = (data: unknown) => string

/** Returns `undefined` if `JSON.stringify` of a copy would differ from the output of the serializer. */
export type Copy = (value: unknown) => object | undefined

/** The number of items from which copying is faster. */
const shortest = 4
const mostMisfits = 10

/** @param lists the names of the properties that contain lists; `null` if the data itself is a list */
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

function writeCopy(data: unknown, copy: Copy): string | undefined {
  // A plugin may have added `toJSON` to a built-in prototype. `JSON.stringify` would call it, but the serializer would not.
  if (prototypes.some((prototype) => 'toJSON' in prototype)) return undefined
  return JSON.stringify(copy(data))
}
