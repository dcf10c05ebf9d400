/** Rejects an argument with the code and the message of `src/error`. Clients load this file, so it does not import `src/error`, which needs Node. */

/** The error that `refuse` throws: `ESP_ERR_ARGUMENT_INVALID`, as in `errorCodes`. */
interface ArgumentError extends TypeError {
  code: 'ESP_ERR_ARGUMENT_INVALID'
  statusCode: 500
}

/**
 * @param what the name of the argument, which starts the message
 * @param right the description of a valid value
 * @throws ESP_ERR_ARGUMENT_INVALID
 */
export function refuse(what: string, right: string, given: unknown): never {
  const error = new TypeError(`${what} must be ${right}, not ${show(given)}.`) as ArgumentError
  error.code = 'ESP_ERR_ARGUMENT_INVALID'
  error.statusCode = 500
  throw error
}

function show(given: unknown): string {
  if (typeof given === 'string') return `'${given}'`
  try {
    return JSON.stringify(given) ?? String(given)
  } catch {
    return typeof given
  }
}
