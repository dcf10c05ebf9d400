/**
 * Reads a topic for all its streams in a process. A reader calls the log at each notification, and also every few seconds. The newest entries are
 * cached in a ring buffer.
 *
 * A stream whose next entry is no longer in the ring reads the log itself, until the ring has its next entry. Streams at the same position share a
 * call of the log.
 */

import { bounded } from '../log/bounded.ts'
import type { EventLog, StoredEntry } from '../log/log.ts'
import type { CheckedOptions } from './options.ts'
import { Rest } from './rest.ts'
import { Ring } from './ring.ts'
import type { Troubles, Watch } from './troubles.ts'
import { Visit } from './visit.ts'

/** The largest number of entries that one read of the log or of the ring returns. */
const batch = 200
/** In milliseconds: the longest pause before a failed read or listening is tried again. */
const longestPause = 1000

/** The members of a log that readers use. */
export type ReadLog = Pick<EventLog, 'read' | 'ends' | 'wake'>

interface Failure {
  readonly since: number
  readonly error: unknown
}

export class TopicReader {
  readonly #log: ReadLog
  readonly #topic: string
  readonly #options: CheckedOptions
  readonly #troubles: Troubles
  readonly #onEnd: () => void
  readonly #over = new AbortController()
  readonly #rest = new Rest()
  readonly #waiting = new Set<Visit>()
  /** Reads in progress for streams whose next entry is not in the ring. The key is the id after which they read. */
  readonly #behind = new Map<string, Promise<readonly StoredEntry[] | 'trimmed'>>()
  #ring: Ring | undefined
  #started: Promise<Ring> | undefined
  #linger: NodeJS.Timeout | undefined
  #watch: Watch | undefined
  #failure: Failure | undefined
  #changes = 0
  #isWoken = false
  #isWakeBroken = false
  streams = 0
  reads = 0

  /** @param onEnd called when the reader has ended, and must not be used again */
  constructor(log: ReadLog, topic: string, options: CheckedOptions, troubles: Troubles, onEnd: () => void) {
    this.#log = log
    this.#topic = topic
    this.#options = options
    this.#troubles = troubles
    this.#onEnd = onEnd
  }

  /**
   * Resolves to the id of the newest event, once the log can be read.
   *
   * @throws errors of the log
   */
  async newest(): Promise<string> {
    this.#started ??= this.#start()
    const ring = await this.#started
    if (this.#failure !== undefined) throw this.#failure.error
    return (this.#ring ?? ring).end
  }

  async #start(): Promise<Ring> {
    try {
      void this.#listen()
      this.#ring = new Ring((await this.ends()).newest, this.#options.ring)
      this.#stay()
      void this.#run()
      return this.#ring
    } catch (error) {
      this.end(error)
      throw error
    }
  }

  ends() {
    return this.#bounded(this.#log.ends(this.#topic))
  }

  #bounded<Value>(call: Promise<Value>): Promise<Value> {
    return bounded(call, this.#options.timeout, `Reading '${this.#topic}'`)
  }

  /** Registers a stream until `leave` is called. */
  enter(signal: AbortSignal): Visit {
    this.streams++
    this.#stay()
    return new Visit(signal)
  }

  leave(visit: Visit): void {
    visit.end()
    this.streams--
    this.#stay()
  }

  /** After the last stream has left, keeps the reader for the time of the option `every`, because a client may reconnect. */
  #stay(): void {
    clearTimeout(this.#linger)
    this.#rest.hold(this.streams > 0)
    if (this.streams === 0) this.#linger = setTimeout(() => this.end(), this.#options.every).unref()
  }

  /** @param reason the error that the remaining streams get */
  end(reason?: unknown): void {
    if (this.#over.signal.aborted) return
    this.#over.abort(reason)
    clearTimeout(this.#linger)
    this.#watch?.end()
    this.#onEnd()
    this.#notify()
  }

  /** Makes the reader read the log now. After a failed read, the pause before the next try is not shortened. */
  wake(): void {
    this.#isWoken = true
    if (this.#failure === undefined) this.#rest.end()
  }

  /**
   * Resolves to `trimmed` if the log no longer has all entries after `place`. If memory has them all, the log is not read: the list is empty.
   *
   * @throws errors of the log
   */
  async check(place: string): Promise<readonly StoredEntry[] | 'trimmed'> {
    return this.#ring?.after(place, 0) ?? this.#readBehind(place)
  }

  /**
   * Resolves to the entries after a position as soon as there are any, or to an empty list when the signal of the stream aborts.
   *
   * @throws errors of the log, if they last longer than the option `patience`
   */
  async next(place: string, visit: Visit): Promise<readonly StoredEntry[] | 'trimmed'> {
    const { signal } = visit
    let since: number | undefined
    while (!signal.aborted) {
      if (this.#over.signal.aborted) throw this.#over.signal.reason
      const changes = this.#changes
      const shared = this.#ring?.after(place, batch)
      if (shared !== undefined && shared.length > 0) return shared
      if (shared === undefined)
        try {
          const own = await this.#readBehind(place)
          if (own === 'trimmed' || own.length > 0) return own
          since = undefined
          // The stream's own reads are ahead of the ring, so the ring must catch up.
          this.wake()
        } catch (error) {
          since ??= performance.now()
          if (performance.now() - since > this.#options.patience) throw error
          await new Rest().for(this.#pause(), signal)
          continue
        }
      if (changes === this.#changes) await this.#change(visit)
    }
    return []
  }

  #readBehind(place: string): Promise<readonly StoredEntry[] | 'trimmed'> {
    const call = this.#behind.get(place) ?? this.#read(place).finally(() => this.#behind.delete(place))
    this.#behind.set(place, call)
    return call
  }

  #read(place: string): Promise<readonly StoredEntry[] | 'trimmed'> {
    this.reads++
    return this.#bounded(this.#log.read(this.#topic, place, batch))
  }

  async #change(visit: Visit): Promise<void> {
    this.#waiting.add(visit)
    await visit.wait()
    this.#waiting.delete(visit)
  }

  #notify(): void {
    this.#changes++
    for (const visit of this.#waiting) visit.wake()
  }

  async #run(): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted) {
      this.#isWoken = false
      await this.#attempt()
      if (this.#failure !== undefined) await this.#rest.for(this.#pause(), signal)
      else if (!this.#isWoken) await this.#rest.for(this.#options.every, signal)
    }
  }

  #pause(): number {
    return Math.min(this.#options.every, longestPause)
  }

  async #attempt(): Promise<void> {
    const watch = this.#watch ?? this.#troubles.watch(this.#topic, 'read')
    this.#watch = watch
    try {
      while (await this.#readOn());
      this.#failure = undefined
      watch.end()
      this.#watch = undefined
    } catch (error) {
      watch.error = error
      this.#failure = { since: this.#failure?.since ?? performance.now(), error }
      if (performance.now() - this.#failure.since > this.#options.patience) this.end(error)
    }
  }

  /** Reads the next entries into the ring. Returns whether the log may have more. */
  async #readOn(): Promise<boolean> {
    const ring = this.#ring
    if (ring === undefined || this.#over.signal.aborted) return false
    const entries = await this.#read(ring.end)
    // The ring would have a gap, so a new one starts at the log's end. Streams before it read the log, and get `trimmed`.
    if (entries === 'trimmed') this.#ring = new Ring((await this.ends()).newest, this.#options.ring)
    else ring.push(entries)
    if (entries.length > 0) this.#notify()
    return entries === 'trimmed' || entries.length === batch
  }

  /** Listens for notifications of the log. After a lost connection it listens again and reads the log, because notifications may have been lost. */
  async #listen(): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted) {
      try {
        for await (const _ of this.#log.wake(this.#topic, signal)) {
          this.#isWakeBroken = false
          this.wake()
        }
      } catch (error) {
        if (!signal.aborted && !this.#isWakeBroken)
          this.#troubles.report({ topic: this.#topic, doing: 'wake', ms: 0, error })
        this.#isWakeBroken = true
      }
      this.wake()
      await new Rest().for(this.#pause(), signal)
    }
  }
}
