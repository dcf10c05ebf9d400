/** The headers of a reply until they are written, by lower-case name. They are not Node's header store. */
import { refusePromise } from './field.ts'

export type ReplyHeaders = Record<string, HeaderValue | undefined>
export type HeaderValue = string | number | string[]

/**
 * Headers of which none is set. V8 handles properties faster on an object with a prototype than on one without. This prototype is empty, so no name is
 * inherited.
 */
export class EmptyHeaders {
  [name: string]: HeaderValue | undefined
}
Object.setPrototypeOf(EmptyHeaders.prototype, null)
Reflect.deleteProperty(EmptyHeaders.prototype, 'constructor')

/**
 * Sets a header; `set-cookie` accumulates, because each cookie needs its own field (RFC 6265 §3). The caller's array is copied.
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
