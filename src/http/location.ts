/**
 * Encodes the target of a redirect. A `Location` is a URI, and a URI is ASCII (RFC 9110 §10.2.2, RFC 3986 §2). Node would send `ü` as one byte of
 * Latin-1, which clients read differently, and would refuse `日` only when the response is written. So other characters become percent-encoded UTF-8,
 * as in browsers: `/münchen` becomes `/m%C3%BCnchen`. Text that is encoded already stays the same.
 */
import { errors } from '../error/error.ts'
import { refusePromise } from './field.ts'

const notAscii = /[^\0-\x7f]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\0-\x1f\x7f]/

/**
 * @throws ESP_ERR_REP_LOCATION_INVALID when the URL contains a control character, such as a line break that would start another field;
 * ESP_ERR_REP_HEADER_PROMISE when the URL is a promise
 */
export function toLocation(url: unknown): string {
  refusePromise('location', url)
  const text = String(url)
  if (control.test(text)) throw new errors.ESP_ERR_REP_LOCATION_INVALID(JSON.stringify(text))
  return text.replace(notAscii, percentEncode)
}

/** A lone surrogate becomes U+FFFD, as in a browser. */
function percentEncode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
}
