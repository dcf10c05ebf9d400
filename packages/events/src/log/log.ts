/**
 * The interface of a log, which stores the events of topics. A log does not validate events.
 *
 * Ids of events are in the order of commits. A read after an id returns every event that was committed later. All readers get the same order.
 * `@espalier/events/test-kit` tests these rules.
 */

export interface Entry {
  readonly event: string
  /** The `version` option of the topic when the event was appended. */
  readonly version: number
  /** The data as JSON. A log must return this text unchanged. */
  readonly data: string
}

export interface StoredEntry extends Entry {
  /** The id of the stored entry. Clients get it as the id of the event. One line, at most 4,096 bytes. */
  readonly id: string
}

/** A read after `oldest` returns all stored events, and a read after `newest` only later events. */
export interface Ends {
  /** The id just before the oldest stored event. */
  readonly oldest: string
  /** The id of the newest event. */
  readonly newest: string
}

/** @typeParam Transaction the argument of `append` for writing in the caller's transaction; `never` for a log without transactions */
export interface EventLog<Transaction = never> {
  /**
   * Stores an event and returns its id. If a transaction is passed, readers get the event after its commit.
   *
   * @throws EventLogError ESP_ERR_EVENT_TRANSACTION when a transaction is passed and the log does not support it
   */
  append(topic: string, entry: Entry, transaction?: Transaction): Promise<string>
  /**
   * Returns the oldest events after an id, at most `limit`. The list is empty only if no event follows. Returns `trimmed` if events after the id were
   * removed, or the id is of another topic. A topic without events has an empty list.
   */
  read(topic: string, after: string, limit: number): Promise<readonly StoredEntry[] | 'trimmed'>
  ends(topic: string): Promise<Ends>
  /**
   * Yields when there may be new events. It may yield late, twice or without reason, because a hub also reads every few seconds. It ends or throws
   * when the connection breaks, and ends when `signal` aborts.
   */
  wake(topic: string, signal: AbortSignal): AsyncIterable<unknown>
}
