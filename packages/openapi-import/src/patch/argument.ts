import { inspect } from 'node:util'
import { errorCodes } from 'espalier'

/** @throws ESP_ERR_ARGUMENT_INVALID when `isRight` is false */
export function checkArgument(isRight: boolean, what: string, right: string, given: unknown): asserts isRight {
  if (!isRight) throw new errorCodes.ESP_ERR_ARGUMENT_INVALID(what, right, inspect(given, { depth: 0 }))
}
