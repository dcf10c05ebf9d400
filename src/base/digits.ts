import { isPlainObject } from './plain-object.ts'

/** Replaces each bigint in a value by its decimal text, because JSON has no bigints. Plain objects and arrays are copied. */
export function withDigits(data: unknown): unknown {
  if (typeof data === 'bigint') return String(data)
  if (Array.isArray(data)) return data.map(withDigits)
  if (!isPlainObject(data) || typeof data.toJSON === 'function') return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withDigits(value)]))
}
