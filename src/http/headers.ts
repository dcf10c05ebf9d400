/** The headers of a reply until they are sent, by lower-case name. Node's response does not have these headers yet. */
import { refusePromise } from './field.ts'

export type ReplyHeaders = Record<string, HeaderValue | undefined>
export type HeaderValue = string | number | string[]

/**
 * An object without inherited properties: `headers.constructor` is undefined. Still it has a prototype, an empty object, because V8 is slower without
 * one.
 */
export class EmptyHeaders {
  [name: string]: HeaderValue | undefined
}
Object.setPrototypeOf(EmptyHeaders.prototype, null)
Reflect.deleteProperty(EmptyHeaders.prototype, 'constructor')

/**
 * Sets a header. `set-cookie` is appended instead, because each cookie needs its own field (RFC 6265 §3). The array of the caller is copied, so that
 * appending does not change it.
 *
 * @throws ESP_ERR_REP_HEADER_PROMISE when the value is a promise
 */
export function setHeader(headers: ReplyHeaders, name: string, value: HeaderValue): void {
  if (typeof value !== 'string') refusePromise(name, value)
  const lower = name.toLowerCase()
  const present = headers[lower]
  if (lower !== 'set-cookie' || (present === undefined && !Array.isArray(value))) headers[lower] = value
  else headers[lower] = [present ?? [], value].flat() as string[]
}
