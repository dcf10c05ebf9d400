/** The errors of topics, hubs and logs. */

/**
 * - `ESP_ERR_EVENT_REFUSED`: an event was not appended, because its topic does not declare it or its schema refuses it
 * - `ESP_ERR_EVENT_UNREADABLE`: an event of the log has another form than the topic, and no function migrates it
 * - `ESP_ERR_EVENT_TOPIC`: a topic is declared or named in a way that no log can keep
 * - `ESP_ERR_EVENT_TRANSACTION`: a log that has no transactions was given one
 * - `ESP_ERR_EVENT_ENGINE`: the engine of a log refuses a call, and will go on to: rights, a version, or keys of another program
 * - `ESP_ERR_EVENT_LOG_CLOSED`: the hub or the log is closed
 */
export type EventLogErrorCode =
  | 'ESP_ERR_EVENT_REFUSED'
  | 'ESP_ERR_EVENT_UNREADABLE'
  | 'ESP_ERR_EVENT_TOPIC'
  | 'ESP_ERR_EVENT_TRANSACTION'
  | 'ESP_ERR_EVENT_ENGINE'
  | 'ESP_ERR_EVENT_LOG_CLOSED'

/** An event, a topic or a call that cannot be what it is. The message names it, and says how to mend it. */
export class EventLogError extends Error {
  override readonly name = 'EventLogError'
  readonly code: EventLogErrorCode

  constructor(code: EventLogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
