/** Encodes a `Location` as browsers do, in ASCII (RFC 9110 §10.2.2): `/münchen` becomes `/m%C3%BCnchen`. Node would send `ü` as a Latin-1 byte. */
import { errors } from '../error/error.ts'
import { refusePromise } from './field.ts'

const notAscii = /[^\0-\x7f]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\0-\x1f\x7f]/

/** @throws ESP_ERR_REP_LOCATION_INVALID when the URL contains a control character; ESP_ERR_REP_HEADER_PROMISE when it is a promise */
export function toLocation(url: unknown): string {
  refusePromise('location', url)
  const text = String(url)
  if (control.test(text)) throw new errors.ESP_ERR_REP_LOCATION_INVALID(JSON.stringify(text))
  return text.replace(notAscii, percentEncode)
}

function percentEncode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
}
