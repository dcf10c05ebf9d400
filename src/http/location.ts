/**
 * Where a redirection leads. A `Location` is a URI, and a URI is ASCII (RFC 9110 §10.2.2, RFC 3986 §2): Node would send `ü` as one byte of
 * Latin-1, which clients read in different ways, and refuses `日` only when the answer is written. So what is not ASCII is sent as browsers
 * send it, percent-encoded UTF-8: `/münchen` becomes `/m%C3%BCnchen`, and what is encoded already stays as it is.
 */
import { errors } from '../error/error.ts'
import { refusePromise } from './field.ts'

const notAscii = /[^\0-\x7f]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\0-\x1f\x7f]/

/** @throws ESP_ERR_REP_LOCATION_INVALID when the URL holds a control character, such as a line break that would begin another field, ESP_ERR_REP_HEADER_PROMISE. */
export function toLocation(url: unknown): string {
  refusePromise('location', url)
  const text = String(url)
  if (control.test(text)) throw new errors.ESP_ERR_REP_LOCATION_INVALID(JSON.stringify(text))
  return text.replace(notAscii, percentEncode)
}

/** Half of a surrogate pair becomes U+FFFD, as it does in a browser. */
function percentEncode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
}
