/** Converts bigints to a form that JSON can represent. */
import { isPlainObject } from './plain-object.ts'

/** Copies the plain objects and arrays of a value, with decimal texts instead of bigints. */
export function withDigits(data: unknown): unknown {
  if (typeof data === 'bigint') return String(data)
  if (Array.isArray(data)) return data.map(withDigits)
  if (!isPlainObject(data) || typeof data.toJSON === 'function') return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withDigits(value)]))
}
