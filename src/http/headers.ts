import { dropPrototype } from '../base/drop-prototype.ts'
import { refusePromise } from './field.ts'

export type ReplyHeaders = Record<string, HeaderValue | undefined>
export type HeaderValue = string | number | string[]

export class EmptyHeaders {
  [name: string]: HeaderValue | undefined
}
dropPrototype(EmptyHeaders)

/** Appends to `set-cookie`, because each cookie needs its own field (RFC 6265 §3), and replaces others. @throws ESP_ERR_REP_HEADER_PROMISE */
export function setHeader(headers: ReplyHeaders, name: string, value: HeaderValue): void {
  if (typeof value !== 'string') refusePromise(name, value)
  const lower = name.toLowerCase()
  const present = headers[lower]
  if (lower !== 'set-cookie' || (present === undefined && !Array.isArray(value))) headers[lower] = value
  else headers[lower] = [present ?? [], value].flat() as string[]
}
