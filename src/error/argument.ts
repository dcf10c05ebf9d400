/** Checks arguments that the application passes. The stack of the error contains the calling line. */
import { inspect } from 'node:util'
import { errors } from './error.ts'

/** Formats a value for a message, without the values inside it. */
const inspectFlat = (given: unknown) => inspect(given, { depth: 0 })

/**
 * Throws if an argument is invalid.
 *
 * @param what the name of the argument, which starts the message
 * @param right the description of a valid value
 * @param title formats the given value
 * @throws ESP_ERR_ARGUMENT_INVALID
 */
export function checkArgument(
  isRight: boolean,
  what: string,
  right: string,
  given: unknown,
  title: (given: unknown) => string = inspectFlat
): asserts isRight {
  if (!isRight) throw new errors.ESP_ERR_ARGUMENT_INVALID(what, right, title(given))
}
