/** The id of a request: from a header that the operator trusts, or else from a generator. */
import type { IncomingHttpHeaders } from 'node:http'

/** Makes the id of a request from the incoming message of Node.js; runs once per request and must be synchronous. */
export type RequestIdGenerator<Raw = { headers: IncomingHttpHeaders }> = (raw: Raw) => string

// The largest small integer of V8. A larger counter would be slower, and finally inexact.
const lastNumber = 0x7fffffff

/** Makes a generator that counts `req-1`, `req-2`, … in base 36 and starts over after 2^31 - 1 requests. */
export function createRequestIdGenerator(): RequestIdGenerator<unknown> {
  let number = 0
  return () => {
    number = (number + 1) & lastNumber
    return `req-${number.toString(36)}`
  }
}

/** The header named by the `requestIdHeader` option, in lower case; `true` means `request-id`, and `false` means no header. */
export function toRequestIdHeader(option: string | boolean | undefined): string | false {
  if (option === true) return 'request-id'
  return typeof option === 'string' && option !== '' ? option.toLowerCase() : false
}

/** Makes a generator that uses the header's value if a client sent one, and else `generate`. */
export function withRequestIdHeader<Raw extends { headers: IncomingHttpHeaders }>(
  header: string | false,
  generate: RequestIdGenerator<Raw>
): RequestIdGenerator<Raw> {
  if (header === false) return generate
  return (raw) => {
    const value = raw.headers[header]
    return typeof value === 'string' && value !== '' ? value : generate(raw)
  }
}
