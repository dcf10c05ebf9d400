/** Reads members of a document that may have a value of any type, because it may be invalid. */
import { isPlainObject } from '@espalier/command-kit'

export type JsonObject = Readonly<Record<string, unknown>>

/** Returns an object unchanged, and an empty object for any other value. */
export const objectIn = (value: unknown): JsonObject => (isPlainObject(value) ? value : {})

/** Returns a list unchanged, and an empty list for any other value. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a string unchanged, and `undefined` for any other value. */
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns JSON with sorted members, so that equal values have equal texts. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner
  )
}

export const areEqual = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)
