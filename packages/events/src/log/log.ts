/**
 * The interface of a log, which stores the events of each topic. Schemas and readers belong to the hub.
 *
 * The rules of a log: ids are in the order of commits. Reading after an id returns every event that was committed later. All readers get the same order
 * at all times. `@espalier/events/test-kit` tests an adapter for them.
 */

/** A stored event. */
export interface Entry {
  readonly event: string
  /** The version of the topic that wrote it. */
  readonly version: number
  /** The data as JSON. A log returns the text unchanged. */
  readonly data: string
}

export interface StoredEntry extends Entry {
  /** The id: readers continue after it. It is valid as an id of an event stream: one line of at most 4,096 bytes. */
  readonly id: string
}

/** The two ends of a topic, as ids to read after. */
export interface Ends {
  /** The id before the oldest stored event. */
  readonly oldest: string
  /** The id of the newest event. */
  readonly newest: string
}

/** @typeParam Transaction the argument of `append` for writing in the caller's transaction; `never` for a log without transactions */
export interface EventLog<Transaction = never> {
  /**
   * Stores an event and returns its id. With a transaction, readers get the event only after the commit.
   *
   * @throws EventLogError ESP_ERR_EVENT_TRANSACTION when it gets a transaction but has none
   */
  append(topic: string, entry: Entry, transaction?: Transaction): Promise<string>
  /**
   * Returns the oldest events after an id, at most `limit`; an empty list only if there are none. Returns `trimmed` if it cannot return every event
   * after the id: some were removed, or the id is not of this topic. A topic without events is not an error.
   */
  read(topic: string, after: string, limit: number): Promise<readonly StoredEntry[] | 'trimmed'>
  ends(topic: string): Promise<Ends>
  /**
   * Yields when there may be new events. It may be late, repeated or wrong, because readers also read every few seconds. It ends or throws when the
   * connection breaks, and ends when `signal` aborts.
   */
  wake(topic: string, signal: AbortSignal): AsyncIterable<unknown>
}
