/** Checks arguments that the application passes. The stack of the error contains the calling line. */
import { inspect } from 'node:util'
import { errors } from './error.ts'

const inspectShallow = (given: unknown) => inspect(given, { depth: 0 })

/** Throws ESP_ERR_ARGUMENT_INVALID with the message `${subject} must be ${expected}, not ${format(given)}.` */
export function checkArgument(
  isValid: boolean,
  subject: string,
  expected: string,
  given: unknown,
  format: (given: unknown) => string = inspectShallow
): asserts isValid {
  if (!isValid) throw new errors.ESP_ERR_ARGUMENT_INVALID(subject, expected, format(given))
}
