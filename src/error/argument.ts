/** Checks arguments that the application passes. The stack of the error contains the calling line. */
import { inspect } from 'node:util'
import { errors } from './error.ts'

const inspectFlat = (given: unknown) => inspect(given, { depth: 0 })

/** Throws ESP_ERR_ARGUMENT_INVALID with the message `${what} must be ${right}, not ${title(given)}.` */
export function checkArgument(
  isRight: boolean,
  what: string,
  right: string,
  given: unknown,
  title: (given: unknown) => string = inspectFlat
): asserts isRight {
  if (!isRight) throw new errors.ESP_ERR_ARGUMENT_INVALID(what, right, title(given))
}
