/** The values of JSON, read without trust: a document may have anything anywhere. */
import { isPlainObject } from '@espalier/command-kit'

export type JsonObject = Readonly<Record<string, unknown>>

/** Returns an object as it is, and an empty object for any other value. */
export const objectIn = (value: unknown): JsonObject => (isPlainObject(value) ? value : {})

/** Returns a list as it is, and an empty list for any other value. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The text that a value is, or nothing. */
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A value as text, the same for objects whose members stand in another order. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner
  )
}

export const areEqual = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)
