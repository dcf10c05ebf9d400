/** Refuses values of YAML that JSON cannot express: infinite numbers, dates and bytes. Also refuses deep nesting, which would overflow the stack. */
import { ArgumentError, isPlainObject } from '@espalier/command-kit'
import type { JsonPath } from './part.ts'

/** The largest depth of a document. Large public documents have less than 50 levels. */
export const deepest = 200

export function checkPlain(value: unknown, file: string, path: JsonPath = []): void {
  if (path.length > deepest)
    throw new ArgumentError(
      `${file} has more than ${deepest} levels at ${path.slice(0, 4).join(' → ')} → …. No endpoint can be written from it.`
    )
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return
  if (!Array.isArray(value) && !isPlainObject(value))
    throw new ArgumentError(
      `${file} has at ${path.join(' → ')} ${nameOf(value)}, which JSON does not have. Write a text, in quotes, or another value.`
    )
  for (const [name, inner] of Object.entries(value)) checkPlain(inner, file, [...path, name])
}

function nameOf(value: unknown): string {
  if (typeof value === 'number') return `the number ${value}`
  if (value instanceof Date) return 'a date'
  return value instanceof Uint8Array ? 'bytes' : 'a value'
}
