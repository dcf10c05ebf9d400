/** Interim answers (RFC 9110 §15.2): what may stand in them. */
import { inspect } from 'node:util'
import { errors } from '../error/error.ts'
import { checkField, connectionFields, refusePromise } from './field.ts'

/** An interim answer has no content, and belongs to no connection (RFC 9110 §8.6, RFC 9112 §6.1). */
const forbidden: ReadonlySet<string> = new Set([...connectionFields, 'content-length', 'transfer-encoding', 'trailer'])

/**
 * Returns the fields of early hints as Node's own writer takes them: that of Node 20 checks nothing.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when they are no object, or a name may not stand there; ESP_ERR_REP_HEADER_PROMISE; what `checkField` throws
 */
export function checkHints(given: Record<string, unknown>): Record<string, string | string[]> {
  if (typeof given !== 'object' || given === null)
    throw new errors.ESP_ERR_ARGUMENT_INVALID('The hints', 'an object of header fields', inspect(given))
  const hints: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(given)) {
    if (forbidden.has(name.toLowerCase()))
      throw new errors.ESP_ERR_ARGUMENT_INVALID('An early hint', 'a field of the final response', `'${name}'`)
    refusePromise(name, value)
    // Without a link Node sends nothing.
    if (name !== 'link' || (value !== undefined && value !== null)) hints[name] = checkField(name, value)
  }
  return hints
}
