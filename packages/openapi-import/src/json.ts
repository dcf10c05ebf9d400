/** Types and functions for JSON of unknown shape. A document may be invalid, so a member may have a value of any type. */
import { isPlainObject } from '@espalier/command-kit'

export type JsonObject = Readonly<Record<string, unknown>>

export const objectIn = (value: unknown): JsonObject => (isPlainObject(value) ? value : {})

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner
  )
}

export const areEqual = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)
