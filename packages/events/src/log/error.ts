/**
 * - `ESP_ERR_EVENT_REFUSED`: an event was not appended, because its topic does not declare it or its data is invalid
 * - `ESP_ERR_EVENT_UNREADABLE`: a stored event does not match the topic's schemas, and `migrate` does not convert it
 * - `ESP_ERR_EVENT_TOPIC`: the declaration or the name of a topic is invalid
 * - `ESP_ERR_EVENT_TRANSACTION`: a transaction was passed to a log without transactions
 * - `ESP_ERR_EVENT_ENGINE`: the database of a log refuses a call permanently, because of missing rights, its version, or keys of another program
 * - `ESP_ERR_EVENT_LOG_CLOSED`: the hub or the log is closed
 */
export type EventLogErrorCode =
  | 'ESP_ERR_EVENT_REFUSED'
  | 'ESP_ERR_EVENT_UNREADABLE'
  | 'ESP_ERR_EVENT_TOPIC'
  | 'ESP_ERR_EVENT_TRANSACTION'
  | 'ESP_ERR_EVENT_ENGINE'
  | 'ESP_ERR_EVENT_LOG_CLOSED'

/** An invalid event, topic or call. The message has the reason, and the way to fix it. */
export class EventLogError extends Error {
  override readonly name = 'EventLogError'
  readonly code: EventLogErrorCode

  constructor(code: EventLogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
