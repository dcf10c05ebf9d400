/** What a call rejects with where the server answered, but not as its endpoint declares or the caller expects. */

/** `ESP_ERR_STATUS_UNDECLARED`: the endpoint declares no such status. `ESP_ERR_STATUS_UNEXPECTED`: `expect` asked for another. `ESP_ERR_ANSWER_UNREADABLE`: the body is no JSON, though it says so. */
export type FaultCode = 'ESP_ERR_STATUS_UNDECLARED' | 'ESP_ERR_STATUS_UNEXPECTED' | 'ESP_ERR_ANSWER_UNREADABLE'

/** An answer as it came, for whoever catches it: nothing that was received is lost. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  readonly code: FaultCode
  readonly status: number
  readonly headers: Headers
  /** What the body said: parsed where it was JSON, else its text. */
  readonly body: unknown

  constructor(code: FaultCode, message: string, response: Pick<Response, 'status' | 'headers'>, body: unknown) {
    super(message)
    this.code = code
    this.status = response.status
    this.headers = response.headers
    this.body = body
  }
}
