import { inspect } from 'node:util'
import { errors } from '../error/error.ts'
import { checkField, connectionFields, refusePromise } from './field.ts'

/** Fields that early hints must not have: a 1xx response has no content and no connection options (RFC 9110 §8.6, §15.2; RFC 9112 §6.1). */
const forbidden: ReadonlySet<string> = new Set([...connectionFields, 'content-length', 'transfer-encoding', 'trailer'])

/** Validates early hints, because Node 20 does not. Node needs lower-case names. @throws ESP_ERR_ARGUMENT_INVALID; the errors of `checkField` */
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
    // Node would write an empty `Link` field for an empty list.
    if (isLink && [value ?? []].flat().length === 0) continue
    const checked = checkField(name, value)
    hints[name] = isLink && hints.link !== undefined ? [hints.link, checked].flat() : checked
  }
  return hints
}
