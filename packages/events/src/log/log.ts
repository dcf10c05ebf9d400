/**
 * The interface of a log: what an adapter keeps for each topic. It knows neither schemas nor readers; those are the hub's.
 *
 * The law of a log: ids are in the order of commits. A read behind an id returns every event that was committed behind it. The order is one for all
 * readers, at all times. `@espalier/events/test-kit` holds an adapter to it.
 */

/** An event as a log keeps it. */
export interface Entry {
  readonly event: string
  /** The version of the topic that wrote it. */
  readonly version: number
  /** JSON. A log returns the same text. */
  readonly data: string
}

export interface StoredEntry extends Entry {
  /** Its place: a reader continues behind it. A text that can be an id of an event stream: one line of at most 4,096 bytes. */
  readonly id: string
}

/** The two ends of a topic, as ids to read behind. */
export interface Ends {
  /** The place before the oldest event that is kept. */
  readonly oldest: string
  /** The place of the newest event. */
  readonly newest: string
}

/** @typeParam Transaction what `append` takes to write in the caller's transaction; `never` for a log that has none */
export interface EventLog<Transaction = never> {
  /**
   * Keeps an event and returns its id. With a transaction, readers find the event when that commits, and never if it does not.
   *
   * @throws EventLogError ESP_ERR_EVENT_TRANSACTION when it is given a transaction and has none
   */
  append(topic: string, entry: Entry, transaction?: Transaction): Promise<string>
  /**
   * Returns the oldest events behind an id, at most `limit`, and none only where there are none. It returns `trimmed` where it cannot return every event behind the id: some are removed, or the
   * id is not one of this topic. A topic without events is not an error.
   */
  read(topic: string, after: string, limit: number): Promise<readonly StoredEntry[] | 'trimmed'>
  ends(topic: string): Promise<Ends>
  /**
   * Yields when there may be something new. It may be late, double or wrong, and readers read all the same every few seconds. It ends or throws when the
   * connection breaks, and when `signal` aborts.
   */
  wake(topic: string, signal: AbortSignal): AsyncIterable<unknown>
}
