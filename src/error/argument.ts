/** Checks arguments of the application, at the line that passes them. */
import { inspect } from 'node:util'
import { errors } from './error.ts'

/** A value in a message, without what it holds. */
const inspectFlat = (given: unknown) => inspect(given, { depth: 0 })

/**
 * Refuses an argument that is not right.
 *
 * @param what names it, at the start of a sentence
 * @param right says what it must be
 * @param title writes what was given
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
