/**
 * - `ESP_ERR_STATUS_UNDECLARED`: the endpoint does not declare the status of the response.
 * - `ESP_ERR_STATUS_UNEXPECTED`: `expect` required another status, or an event stream could not be continued.
 * - `ESP_ERR_TYPE_UNDECLARED`: the endpoint does not declare the media type for this status.
 * - `ESP_ERR_ANSWER_UNREADABLE`: the body is not JSON, or contains a malformed date or bigint.
 * - `ESP_ERR_ANSWER_INVALID`: the option `validate` refused the body.
 * - `ESP_ERR_EVENT_TOO_LONG`: an event has more characters than the option `maxEventLength`.
 */
export type FaultCode =
  | 'ESP_ERR_STATUS_UNDECLARED'
  | 'ESP_ERR_STATUS_UNEXPECTED'
  | 'ESP_ERR_TYPE_UNDECLARED'
  | 'ESP_ERR_ANSWER_UNREADABLE'
  | 'ESP_ERR_ANSWER_INVALID'
  | 'ESP_ERR_EVENT_TOO_LONG'

/**
 * The error of a call with an unexpected response. It holds the status, the headers and the body, so that the caller can read them.
 *
 * @example
 * const list = endpoint('GET /books', { response: { 200: Type.String() } })
 * const api = createClient({ list }, { baseUrl: 'http://a.example', fetch: async () => Response.json('a', { status: 404 }) })
 * await api.list().catch((error) => error instanceof AnswerError && error.status) // 404
 */
export class AnswerError extends Error {
  declare readonly code: FaultCode
  declare readonly status: number
  declare readonly headers: Headers
  /** The parsed body if it is JSON, otherwise its text. A stream if the body was not read. */
  declare readonly body: unknown

  /** @param rest the end of the message, which follows the name of the endpoint and the status */
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
