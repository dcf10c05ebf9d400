/** Validates the fields of interim responses (RFC 9110 §15.2). */
import { inspect } from 'node:util'
import { errors } from '../error/error.ts'
import { checkField, connectionFields, refusePromise } from './field.ts'

/** Fields that an interim response cannot have: it has no content, and does not describe a connection (RFC 9110 §8.6, RFC 9112 §6.1). */
const forbidden: ReadonlySet<string> = new Set([...connectionFields, 'content-length', 'transfer-encoding', 'trailer'])

/**
 * Returns the fields of early hints in the form for Node's writer. In Node 20 that validates nothing. In all versions it reads `link` in lower case
 * only.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when they are not an object, or a name is not allowed there; ESP_ERR_REP_HEADER_PROMISE; the errors of `checkField`
 */
export function checkHints(given: Record<string, unknown>): Record<string, string | string[]> {
  if (typeof given !== 'object' || given === null)
    throw new errors.ESP_ERR_ARGUMENT_INVALID('The hints', 'an object of header fields', inspect(given))
  const hints: Record<string, string | string[]> = {}
  for (const [spelling, value] of Object.entries(given)) {
    const isLink = spelling.toLowerCase() === 'link'
    const name = isLink ? 'link' : spelling
    if (forbidden.has(name.toLowerCase()))
      throw new errors.ESP_ERR_ARGUMENT_INVALID('An early hint', 'a field of the final response', `'${name}'`)
    refusePromise(name, value)
    // Empty links are skipped.
    if (isLink && [value ?? []].flat().length === 0) continue
    const checked = checkField(name, value)
    hints[name] = isLink && hints.link !== undefined ? [hints.link, checked].flat() : checked
  }
  return hints
}
