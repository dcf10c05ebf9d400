import { httpError, type SentEvent } from 'espalier'
import { EventLogError } from '../log/error.ts'
import type { EventLog, StoredEntry } from '../log/log.ts'
import { withTimeout } from '../log/with-timeout.ts'
import type { Declaration, Event, Reading } from '../topic/declaration.ts'
import { declarationOf, type Topic, type TopicEvent } from '../topic/topic.ts'
import { type CheckedOptions, checkOptions, type HubOptions, type HubStats } from './options.ts'
import { TopicReader } from './topic-reader.ts'
import { Troubles } from './troubles.ts'

/** A reader of a topic, such as a request of espalier. */
export interface StreamRequest {
  /** The id of the last event that the reader received. A client chooses it, so it may be any text. */
  readonly lastEventId: string | undefined
  /** Aborts to end the stream. */
  readonly signal: AbortSignal
}

interface Start {
  id: string
  /** The stored entries after `id`, or `trimmed` if the log has removed some of them. */
  readonly first: readonly StoredEntry[] | 'trimmed'
  readonly signal: AbortSignal
}

/** @typeParam Transaction the transaction type of the log; `never` without transactions */
export interface EventHub<Transaction = never> {
  /**
   * Appends an event, and returns its id. If a transaction is passed, readers get the event after its commit.
   *
   * @throws EventLogError ESP_ERR_EVENT_REFUSED when the event is undeclared or invalid, ESP_ERR_EVENT_TRANSACTION when the log has no transactions
   * @throws 503 EVENT_LOG_SLOW when the log does not return in time
   * @throws errors of the log, for example of a driver
   * @example await app.hub.append(tickets.of(org), { event: 'opened', data: ticket }, transaction)
   */
  append<Events>(topic: Topic<Events>, event: TopicEvent<Events>, transaction?: Transaction): Promise<string>
  /**
   * Returns the events that a route streams to a client. First comes an id without an event, from which the client can resume. Then comes every event
   * after `lastEventId`, once and in order. Without `lastEventId`, only new events come. If the log has removed some events, `reset` comes instead.
   *
   * @throws 410 EVENTS_TRIMMED when the log has removed some events and the topic declares no `reset`
   * @throws errors of the log
   * @example app.route(watch, (request) => app.hub.follow(tickets.of(request.params.org), request))
   */
  follow<Events>(topic: Topic<Events>, reader: StreamRequest): Promise<AsyncGenerator<SentEvent<Events>>>
  /** Returns the `lastEventId` for a stream of all stored events (`oldest`), or only of new events (`newest`). */
  idAt(topic: Topic<unknown>, end: 'oldest' | 'newest'): Promise<string>
  stats(): HubStats
  /** Ends all streams, but does not close the log. */
  close(): void
}

/**
 * Makes a hub. A process needs one hub for each log.
 *
 * @throws RangeError when an option is out of range
 * @example
 * const hub = createHub(memoryLog())
 * hub.stats().streams // 0
 */
export function createHub<Transaction = never>(
  log: EventLog<Transaction>,
  options: HubOptions = {}
): EventHub<Transaction> {
  return new Hub(log, checkOptions(options))
}

class Hub<Transaction> implements EventHub<Transaction> {
  readonly #log: EventLog<Transaction>
  readonly #options: CheckedOptions
  readonly #troubles: Troubles
  readonly #readers = new Map<string, TopicReader>()
  #reads = 0
  #isClosed = false

  constructor(log: EventLog<Transaction>, options: CheckedOptions) {
    this.#log = log
    this.#options = options
    this.#troubles = new Troubles(options)
  }

  async append(topic: Topic<never>, event: Event, transaction?: Transaction): Promise<string> {
    const entry = declarationOf(topic).toEntry(event)
    const { name } = topic
    const watch = this.#troubles.watch(name, 'append')
    try {
      const id = await withTimeout(
        this.#log.append(name, entry, transaction),
        this.#options.timeout,
        `Appending to '${name}'`
      )
      if (transaction === undefined) this.#readers.get(name)?.wake()
      return id
    } finally {
      watch.end()
    }
  }

  async follow<Events>(
    topic: Topic<Events>,
    { lastEventId, signal }: StreamRequest
  ): Promise<AsyncGenerator<SentEvent<Events>>> {
    const declaration = declarationOf(topic)
    const reader = this.#readerOf(topic.name)
    const newest = await reader.newest()
    const id = lastEventId ?? newest
    const first = await reader.check(id)
    if (first === 'trimmed' && !declaration.hasReset) throw trimmed()
    return this.#stream(topic.name, declaration, { id, first, signal }) as AsyncGenerator<SentEvent<Events>>
  }

  async *#stream(name: string, declaration: Declaration, { id, first, signal }: Start) {
    const reader = this.#readerOf(name)
    const subscription = reader.subscribe(signal)
    try {
      // The reader that `follow` used ends after some time without streams. In that case a new reader starts here.
      await reader.newest()
      let entries = first
      if (entries !== 'trimmed') yield { id }
      while (!signal.aborted) {
        if (entries === 'trimmed') {
          if (!declaration.hasReset) throw trimmed()
          id = (await reader.ends()).newest
          yield { event: 'reset', data: null, id }
        } else
          for (const entry of entries) {
            id = entry.id
            yield toSent(declaration.read(entry), id)
          }
        entries = await reader.next(id, subscription)
      }
    } finally {
      reader.unsubscribe(subscription)
    }
  }

  async idAt(topic: Topic<unknown>, end: 'oldest' | 'newest'): Promise<string> {
    declarationOf(topic)
    const ends = await withTimeout(this.#log.ends(topic.name), this.#options.timeout, `Reading '${topic.name}'`)
    return ends[end]
  }

  #readerOf(name: string): TopicReader {
    if (this.#isClosed) throw closed()
    const known = this.#readers.get(name)
    if (known !== undefined) return known
    const reader: TopicReader = new TopicReader(this.#log, name, this.#options, this.#troubles, () => {
      this.#reads += reader.reads
      this.#readers.delete(name)
    })
    this.#readers.set(name, reader)
    return reader
  }

  stats(): HubStats {
    const readers = [...this.#readers.values()]
    const sum = (of: (reader: TopicReader) => number) => readers.reduce((total, reader) => total + of(reader), 0)
    return {
      topics: readers.length,
      streams: sum(({ streams }) => streams),
      reads: this.#reads + sum(({ reads }) => reads),
      slow: this.#troubles.slow,
      troubles: this.#troubles.count
    }
  }

  close(): void {
    this.#isClosed = true
    for (const reader of [...this.#readers.values()]) reader.end(closed())
  }
}

const closed = () => new EventLogError('ESP_ERR_EVENT_LOG_CLOSED', 'The hub is closed.')

const trimmed = () =>
  httpError(410, 'EVENTS_TRIMMED', 'The events behind this id are no longer kept. Load what you show anew.')

function toSent(reading: Reading, id: string) {
  if ('error' in reading) throw reading.error
  return 'isSkipped' in reading ? { id } : { ...reading.event, id }
}
