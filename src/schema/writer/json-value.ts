/** Calls `toJSON` and unboxes primitives such as `new Number(1)`. Returns `undefined` for values that JSON omits, such as functions. */
export function toJsonValue(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  const { toJSON } = value as { toJSON?: unknown }
  const read: unknown = typeof toJSON === 'function' ? toJSON.call(value, '') : value
  const isBoxed = read instanceof Number || read instanceof String || read instanceof Boolean || read instanceof BigInt
  return isBoxed ? read.valueOf() : typeof read === 'function' || typeof read === 'symbol' ? undefined : read
}

/** @throws TypeError for a bigint, because only a schema determines how to write it */
export const toJsonText = (value: unknown): string | undefined => JSON.stringify(toJsonValue(value))

export const isJsonScalar = (value: unknown) =>
  value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')

export function memberReader(name: string): (object: unknown) => unknown {
  if (name in Object.prototype) return (object) => readMember(object, name)
  return (object) => {
    const value = (object as Record<string, unknown>)[name]
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
  }
}

/** Ignores inherited properties, such as `constructor`. */
export function readMember(object: unknown, name: string): unknown {
  if (object === null || object === undefined) return undefined
  if (name in Object.prototype && !Object.hasOwn(object as object, name)) return undefined
  const value = (object as Record<string, unknown>)[name]
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
