/** Values as `JSON.stringify` reads them, before it writes them. */

/**
 * Returns what JSON has in the place of a value: what its `toJSON` returns, the primitive in a boxed one; `undefined` for what JSON leaves out. A
 * bigint stays one, and so do objects and lists with all that is in them.
 */
export function toJsonValue(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  const { toJSON } = value as { toJSON?: unknown }
  const read: unknown = typeof toJSON === 'function' ? toJSON.call(value, '') : value
  const isBoxed = read instanceof Number || read instanceof String || read instanceof Boolean || read instanceof BigInt
  return isBoxed ? read.valueOf() : typeof read === 'function' || typeof read === 'symbol' ? undefined : read
}

/** Returns the text of a value by JSON alone; `undefined` for what JSON leaves out. @throws TypeError for bigints, which only a type makes numbers */
export const toJsonText = (value: unknown): string | undefined => JSON.stringify(toJsonValue(value))

/** Whether a value is already what JSON has in its place. */
export const isJsonScalar = (value: unknown) =>
  value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')

/** Makes a function that reads a member: as `readMember`, for a name that is known. */
export function memberReader(name: string): (object: unknown) => unknown {
  if (name in Object.prototype) return (object) => readMember(object, name)
  return (object) => {
    const value = (object as Record<string, unknown>)[name]
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
  }
}

/** Reads a member. A name that every object inherits, such as `constructor`, has to be the object's own. */
export function readMember(object: unknown, name: string): unknown {
  if (object === null || object === undefined) return undefined
  if (name in Object.prototype && !Object.hasOwn(object as object, name)) return undefined
  const value = (object as Record<string, unknown>)[name]
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
