/** The headers of a reply until they are written: lower-cased names, kept apart from Node's own. */
import { refusePromise } from './field.ts'

export type ReplyHeaders = Record<string, HeaderValue | undefined>
export type HeaderValue = string | number | string[]

/** V8 stores the fields of an object with a prototype faster than those of one without. This one is empty: no name is there by itself. */
class Headers {
  [name: string]: HeaderValue | undefined
}
Object.setPrototypeOf(Headers.prototype, null)
Reflect.deleteProperty(Headers.prototype, 'constructor')

export function createHeaders(): ReplyHeaders {
  return new Headers()
}

/**
 * Sets a header; `set-cookie` accumulates, because one field per cookie is the rule (RFC 6265 §3). The caller's array is never kept.
 *
 * @throws ESP_ERR_REP_HEADER_PROMISE when the value is a promise.
 */
export function setHeader(headers: ReplyHeaders, name: string, value: HeaderValue): void {
  if (typeof value !== 'string') refusePromise(name, value)
  const lower = name.toLowerCase()
  const present = headers[lower]
  if (lower !== 'set-cookie' || (present === undefined && !Array.isArray(value))) headers[lower] = value
  else headers[lower] = [present ?? [], value].flat() as string[]
}
