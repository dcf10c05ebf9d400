/**
 * Caches response fields, because most responses of a process repeat the same fields. A field with the same value as last time needs no validation,
 * and its line exists as text.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { checkField } from '../http/field.ts'
import type { ReplyHeaders } from '../http/headers.ts'

/** The limit keeps the cache small if an application makes header names from client input. */
const mostNames = 200
/** In characters. */
const longestValue = 1024

class CachedField {
  readonly name: string
  /** The name in lower case. */
  readonly key: string
  value: string
  /** Empty until the line is needed. Most values change with each response, and their lines need no cache. */
  text = ''

  constructor(name: string, value: string) {
    this.name = name
    this.key = name.toLowerCase()
    this.value = value
  }

  /** The line of the head. V8 stores concatenated strings as linked pieces, which each response would join again. The conversion joins them once. */
  get line(): string {
    if (this.text === '') this.text = Buffer.from(`${this.name}: ${this.value}\r\n`).toString()
    return this.text
  }
}

export class FieldCache {
  readonly #fields = new Map<string, CachedField>()

  /** Returns the field if `value` is the last value that was kept for the name. */
  find(name: string, value: unknown): CachedField | undefined {
    const field = this.#fields.get(name)
    return field !== undefined && field.value === value ? field : undefined
  }

  /** @param value a valid value without blanks at its ends */
  keep(name: string, value: string): void {
    if (value.length > longestValue) return
    const field = this.#fields.get(name)
    if (field !== undefined) {
      field.value = value
      field.text = ''
    } else if (this.#fields.size < mostNames) this.#fields.set(name, new CachedField(name, value))
  }

  /** Validates a field, unless it has the same value as last time. @returns the value as it is sent @throws the errors of `checkField` */
  check(name: string, value: unknown): string | string[] {
    if (this.find(name, value) !== undefined) return value as string
    const checked = checkField(name, value)
    if (typeof checked === 'string' && checked === value) this.keep(name, checked)
    return checked
  }
}

/** Shared by all servers of the process. */
export const fieldCache = new FieldCache()

/** Converts headers for Node's writers. @throws the errors of `checkField` */
export function toHead(headers: ReplyHeaders): OutgoingHttpHeaders {
  const head: OutgoingHttpHeaders = {}
  for (const name in headers) head[name] = fieldCache.check(name, headers[name])
  return head
}
