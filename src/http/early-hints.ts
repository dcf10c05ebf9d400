import { inspect } from 'node:util'
import { errors } from '../error/error.ts'
import { checkField, connectionFields, refusePromise } from './field.ts'

/** An interim response has no content and does not describe the connection (RFC 9110 §8.6, §15.2, RFC 9112 §6.1). */
const forbidden: ReadonlySet<string> = new Set([...connectionFields, 'content-length', 'transfer-encoding', 'trailer'])

/** Node 20 validates nothing, and every version reads `link` only in lower case. @throws ESP_ERR_ARGUMENT_INVALID; those of `checkField` */
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
    // Node would write an empty field for an empty list of links.
    if (isLink && [value ?? []].flat().length === 0) continue
    const checked = checkField(name, value)
    hints[name] = isLink && hints.link !== undefined ? [hints.link, checked].flat() : checked
  }
  return hints
}
