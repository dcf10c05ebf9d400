/** The errors of a call that the server answered, but not as its endpoint declares or the caller expects. */

/**
 * `ESP_ERR_STATUS_UNDECLARED`: the endpoint declares no such status. `ESP_ERR_STATUS_UNEXPECTED`: `expect` asked for another, or an event stream was to
 * go on. `ESP_ERR_TYPE_UNDECLARED`: the endpoint declares no such media type for the status. `ESP_ERR_ANSWER_UNREADABLE`: the value is no JSON, or none that the endpoint's dates and long numbers can be read from.
 * `ESP_ERR_ANSWER_INVALID`: the option `validate` refused it. `ESP_ERR_EVENT_TOO_LONG`: an event has more characters than the option `maxEventLength`.
 */
export type FaultCode =
  | 'ESP_ERR_STATUS_UNDECLARED'
  | 'ESP_ERR_STATUS_UNEXPECTED'
  | 'ESP_ERR_TYPE_UNDECLARED'
  | 'ESP_ERR_ANSWER_UNREADABLE'
  | 'ESP_ERR_ANSWER_INVALID'
  | 'ESP_ERR_EVENT_TOO_LONG'

/** An answer as it came, for the caller that catches it: nothing that was received is lost. */
export class AnswerError extends Error {
  declare readonly code: FaultCode
  declare readonly status: number
  declare readonly headers: Headers
  /** The body: parsed where it was JSON, else its text. */
  declare readonly body: unknown

  /** @param rest ends the sentence on what a request was answered with */
  constructor(
    code: FaultCode,
    name: string,
    { status, headers }: { readonly status: number; readonly headers: Headers },
    body: unknown,
    rest: string
  ) {
    super(`${name} was answered with ${status}${rest}`)
    Object.assign(this, { name: 'AnswerError', code, status, headers, body })
  }
}

export function unexpected(
  name: string,
  answer: { readonly status: number; readonly headers: Headers; readonly body: unknown },
  what: unknown
): AnswerError {
  return new AnswerError('ESP_ERR_STATUS_UNEXPECTED', name, answer, answer.body, `, not ${what}.`)
}
