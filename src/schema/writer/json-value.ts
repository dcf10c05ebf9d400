/**
 * Returns the JSON form of a value: the result of its `toJSON`, or the primitive inside a boxed one such as `new Number(1)`; `undefined` if JSON
 * omits the value. Bigints, objects and lists are returned unchanged.
 */
export function toJsonValue(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  const { toJSON } = value as { toJSON?: unknown }
  const read: unknown = typeof toJSON === 'function' ? toJSON.call(value, '') : value
  const isBoxed = read instanceof Number || read instanceof String || read instanceof Boolean || read instanceof BigInt
  return isBoxed ? read.valueOf() : typeof read === 'function' || typeof read === 'symbol' ? undefined : read
}

/**
 * Returns the JSON text of a value; `undefined` if JSON omits the value. @throws TypeError for a bigint: only the type in a schema says how to write
 * a bigint
 */
export const toJsonText = (value: unknown): string | undefined => JSON.stringify(toJsonValue(value))

/** Whether a value is null or a primitive. `toJsonValue` would return such a value unchanged. */
export const isJsonScalar = (value: unknown) =>
  value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')

/** Makes a faster `readMember` for a fixed name. */
export function memberReader(name: string): (object: unknown) => unknown {
  if (name in Object.prototype) return (object) => readMember(object, name)
  return (object) => {
    const value = (object as Record<string, unknown>)[name]
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
  }
}

/** Reads a member. For a name such as `constructor`, which `Object.prototype` has too, only an own property counts. */
export function readMember(object: unknown, name: string): unknown {
  if (object === null || object === undefined) return undefined
  if (name in Object.prototype && !Object.hasOwn(object as object, name)) return undefined
  const value = (object as Record<string, unknown>)[name]
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
