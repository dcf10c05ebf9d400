/** Interim answers (RFC 9110 §15.2): what may stand in them. */
import { inspect } from 'node:util'
import { errors } from '../error/error.ts'
import { checkField, connectionFields, refusePromise } from './field.ts'

/** An interim answer has no content, and belongs to no connection (RFC 9110 §8.6, RFC 9112 §6.1). */
const forbidden: ReadonlySet<string> = new Set([...connectionFields, 'content-length', 'transfer-encoding', 'trailer'])

/**
 * Returns the fields of early hints as Node's own writer takes them. The writer of Node 20 checks nothing, and all of them read `link` in lower case.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when they are not an object, or a name is not allowed there; ESP_ERR_REP_HEADER_PROMISE; the errors of
 * `checkField`
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
    // Links may be left out.
    if (isLink && [value ?? []].flat().length === 0) continue
    const checked = checkField(name, value)
    hints[name] = isLink && hints.link !== undefined ? [hints.link, checked].flat() : checked
  }
  return hints
}
