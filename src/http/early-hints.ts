/** Validates the fields of interim responses, such as early hints (RFC 9110 §15.2). */
import { inspect } from 'node:util'
import { errors } from '../error/error.ts'
import { checkField, connectionFields, refusePromise } from './field.ts'

/** Fields that are not allowed in an interim response, which has no content and does not describe a connection (RFC 9110 §8.6, RFC 9112 §6.1). */
const forbidden: ReadonlySet<string> = new Set([...connectionFields, 'content-length', 'transfer-encoding', 'trailer'])

/**
 * Validates early hints, and converts them for Node's writer. Node 20 itself validates nothing. All versions of Node read `link` only in lower case.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the hints are not an object, or a field is not allowed in them; ESP_ERR_REP_HEADER_PROMISE; the errors of
 * `checkField`
 */
export function checkEarlyHints(given: Record<string, unknown>): Record<string, string | string[]> {
  if (typeof given !== 'object' || given === null)
    throw new errors.ESP_ERR_ARGUMENT_INVALID('The hints', 'an object of header fields', inspect(given))
  const hints: Record<string, string | string[]> = {}
  for (const [spelling, value] of Object.entries(given)) {
    const isLink = spelling.toLowerCase() === 'link'
    const name = isLink ? 'link' : spelling
    if (forbidden.has(name.toLowerCase()))
      throw new errors.ESP_ERR_ARGUMENT_INVALID('An early hint', 'a field of the final response', `'${name}'`)
    refusePromise(name, value)
    // A list of links may be empty, and Node would write an empty field for it.
    if (isLink && [value ?? []].flat().length === 0) continue
    const checked = checkField(name, value)
    hints[name] = isLink && hints.link !== undefined ? [hints.link, checked].flat() : checked
  }
  return hints
}
