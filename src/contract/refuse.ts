/**
 * Refuses an argument of a contract, at the line that gives it. Code and sentence are those of the framework's own errors, which are not loaded here:
 * a contract is read by clients, too.
 */

/** The error of `refuse`: `ESP_ERR_ARGUMENT_INVALID`, as `errorCodes` has it. */
interface ArgumentError extends TypeError {
  code: 'ESP_ERR_ARGUMENT_INVALID'
  statusCode: 500
}

/**
 * @param what names the argument, at the start of a sentence
 * @param right says what it must be
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
