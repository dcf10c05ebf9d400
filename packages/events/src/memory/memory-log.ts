import { EventEmitter, on } from 'node:events'
import { EventLogError } from '../log/error.ts'
import type { Ends, Entry, EventLog, StoredEntry } from '../log/log.ts'
import { createEpoch, numberOf, toId } from '../log/numbered-id.ts'

export interface MemoryLogOptions {
  /** How many of the newest events of each topic are kept, and at most a tenth more. Default: 10,000. */
  readonly keep?: number
}

export interface MemoryLog extends EventLog {
  /** Removes the oldest events of a topic until at most `keep` are left. */
  trim(topic: string, keep: number): void
}

/** The prefix is needed for a topic with the name `error`. An EventEmitter throws if it emits `error` without a listener. */
const eventFor = (topic: string) => `topic ${topic}`

interface TopicEntries {
  readonly epoch: string
  readonly entries: StoredEntry[]
  trimmed: number
}

/** The result of reading an unknown topic. Nothing is stored for it, because clients may name any number of topics. */
const noEntries: TopicEntries = { epoch: '', entries: [], trimmed: 0 }

/**
 * Makes a log in memory, for tests and for applications of one process. Its events are lost when the process ends.
 *
 * @throws RangeError when `keep` is not a whole number from 0
 * @example await memoryLog({ keep: 1000 }).read('news', '0', 10) // []
 */
export function memoryLog({ keep = 10_000 }: MemoryLogOptions = {}): MemoryLog {
  if (!Number.isSafeInteger(keep) || keep < 0)
    throw new RangeError(`'keep' of memoryLog takes a whole number from 0, not ${keep}.`)
  return new Memory(keep)
}

class Memory implements MemoryLog {
  readonly #keep: number
  readonly #topics = new Map<string, TopicEntries>()
  readonly #wake = new EventEmitter().setMaxListeners(0)

  constructor(keep: number) {
    this.#keep = keep
  }

  async append(topic: string, entry: Entry, transaction?: unknown): Promise<string> {
    if (transaction !== undefined)
      throw new EventLogError(
        'ESP_ERR_EVENT_TRANSACTION',
        'A log in memory has no transactions. Append behind the commit.'
      )
    const kept = this.#topics.get(topic) ?? { epoch: createEpoch(), entries: [], trimmed: 0 }
    this.#topics.set(topic, kept)
    const { epoch, entries, trimmed } = kept
    const id = toId(epoch, trimmed + entries.length + 1)
    entries.push({ ...entry, id })
    if (entries.length > this.#keep * 1.1) this.trim(topic, this.#keep)
    this.#wake.emit(eventFor(topic))
    return id
  }

  async read(topic: string, after: string, limit: number): Promise<readonly StoredEntry[] | 'trimmed'> {
    const { epoch, entries, trimmed } = this.#entriesOf(topic)
    const number = numberOf(after, epoch)
    if (number === undefined || number < trimmed || number > trimmed + entries.length) return 'trimmed'
    return entries.slice(number - trimmed, number - trimmed + limit)
  }

  async ends(topic: string): Promise<Ends> {
    const { epoch, entries, trimmed } = this.#entriesOf(topic)
    return { oldest: toId(epoch, trimmed), newest: toId(epoch, trimmed + entries.length) }
  }

  wake(topic: string, signal: AbortSignal): AsyncIterable<unknown> {
    return on(this.#wake, eventFor(topic), { signal })
  }

  trim(topic: string, keep: number): void {
    const kept = this.#entriesOf(topic)
    const removed = kept.entries.splice(0, Math.max(0, kept.entries.length - keep))
    kept.trimmed += removed.length
  }

  #entriesOf(topic: string): TopicEntries {
    return this.#topics.get(topic) ?? noEntries
  }
}
