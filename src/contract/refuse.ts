/** Errors without `src/error`, which needs Node: this file also runs in browsers. */

/**
 * @param what the name of the argument, which starts the message
 * @param right describes a valid value
 * @throws ESP_ERR_ARGUMENT_INVALID
 */
export function refuse(what: string, right: string, given: unknown): never {
  const error = new TypeError(`${what} must be ${right}, not ${show(given)}.`)
  throw Object.assign(error, { code: 'ESP_ERR_ARGUMENT_INVALID', statusCode: 500 })
}

function show(given: unknown): string {
  if (typeof given === 'string') return `'${given}'`
  try {
    return JSON.stringify(given) ?? String(given)
  } catch {
    return typeof given
  }
}
