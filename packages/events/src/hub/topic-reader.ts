/**
 * Reads a topic for all its streams in this process: when the log sends a notification, and also every few seconds. A ring buffer caches the newest
 * entries.
 *
 * A stream may need entries that are no longer in the ring buffer. It then reads the log itself, until the ring buffer has its next entry. Streams at
 * the same position share one call of the log.
 */
import type { EventLog, StoredEntry } from '../log/log.ts'
import { withTimeout } from '../log/with-timeout.ts'
import type { CheckedOptions } from './options.ts'
import { Pause } from './pause.ts'
import { Ring } from './ring.ts'
import { Subscription } from './subscription.ts'
import type { Troubles, Watch } from './troubles.ts'

const maxEntries = 200
/** In milliseconds: the longest pause before the hub tries again after a failed read, or after the connection for notifications was lost. */
const maxRetryPause = 1000

export type ReadLog = Pick<EventLog, 'read' | 'ends' | 'wake'>

export class TopicReader {
  readonly #log: ReadLog
  readonly #topic: string
  readonly #options: CheckedOptions
  readonly #troubles: Troubles
  readonly #onEnd: () => void
  readonly #over = new AbortController()
  readonly #pause = new Pause()
  readonly #waiting = new Set<Subscription>()
  /** Reads in progress for entries that are not in the ring buffer, by the id after which they read. */
  readonly #behind = new Map<string, Promise<readonly StoredEntry[] | 'trimmed'>>()
  #ring: Ring | undefined
  #started: Promise<Ring> | undefined
  #linger: NodeJS.Timeout | undefined
  #watch: Watch | undefined
  #failure: { readonly since: number; readonly error: unknown } | undefined
  #changes = 0
  #isWoken = false
  #isWakeBroken = false
  streams = 0
  reads = 0

  constructor(log: ReadLog, topic: string, options: CheckedOptions, troubles: Troubles, onEnd: () => void) {
    this.#log = log
    this.#topic = topic
    this.#options = options
    this.#troubles = troubles
    this.#onEnd = onEnd
  }

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
      this.#setLinger()
      void this.#run()
      return this.#ring
    } catch (error) {
      this.end(error)
      throw error
    }
  }

  ends() {
    return this.#withTimeout(this.#log.ends(this.#topic))
  }

  #withTimeout<Value>(call: Promise<Value>): Promise<Value> {
    return withTimeout(call, this.#options.timeout, `Reading '${this.#topic}'`)
  }

  subscribe(signal: AbortSignal): Subscription {
    this.streams++
    this.#setLinger()
    return new Subscription(signal)
  }

  unsubscribe(subscription: Subscription): void {
    subscription.end()
    this.streams--
    this.#setLinger()
  }

  /** After the last stream has ended, a client may reconnect. So this reader is kept for the time of the option `every`. */
  #setLinger(): void {
    clearTimeout(this.#linger)
    this.#pause.keepAlive(this.streams > 0)
    if (this.streams === 0) this.#linger = setTimeout(() => this.end(), this.#options.every).unref()
  }

  end(reason?: unknown): void {
    if (this.#over.signal.aborted) return
    this.#over.abort(reason)
    clearTimeout(this.#linger)
    this.#watch?.end()
    this.#onEnd()
    this.#notify()
  }

  /** Reads soon, because there may be new events. After a failed read, the pause before the next try is not shortened. */
  wake(): void {
    this.#isWoken = true
    if (this.#failure === undefined) this.#pause.end()
  }

  /**
   * Resolves to `trimmed` if the log has removed entries after `id`. If the ring buffer has all entries after `id`, the log is not read, and the list
   * is empty.
   */
  async check(id: string): Promise<readonly StoredEntry[] | 'trimmed'> {
    return this.#ring?.after(id, 0) ?? this.#readBehind(id)
  }

  /**
   * Resolves to the entries after `id` as soon as there are any. Resolves to an empty list when the signal of the stream aborts.
   *
   * @throws errors of the log, if they last longer than the option `disconnectAfter`
   */
  async next(id: string, subscription: Subscription): Promise<readonly StoredEntry[] | 'trimmed'> {
    const { signal } = subscription
    let since: number | undefined
    while (!signal.aborted) {
      if (this.#over.signal.aborted) throw this.#over.signal.reason
      const changes = this.#changes
      const shared = this.#ring?.after(id, maxEntries)
      if (shared !== undefined && shared.length > 0) return shared
      if (shared === undefined)
        try {
          const own = await this.#readBehind(id)
          if (own === 'trimmed' || own.length > 0) return own
          since = undefined
          // The log has no entry after `id`, and the ring buffer does not know `id`. So the ring buffer is behind the log and must be read again.
          this.wake()
        } catch (error) {
          since ??= performance.now()
          if (performance.now() - since > this.#options.disconnectAfter) throw error
          await new Pause().wait(this.#retryPause(), signal)
          continue
        }
      if (changes === this.#changes) await this.#change(subscription)
    }
    return []
  }

  #readBehind(id: string): Promise<readonly StoredEntry[] | 'trimmed'> {
    const call = this.#behind.get(id) ?? this.#read(id).finally(() => this.#behind.delete(id))
    this.#behind.set(id, call)
    return call
  }

  #read(id: string): Promise<readonly StoredEntry[] | 'trimmed'> {
    this.reads++
    return this.#withTimeout(this.#log.read(this.#topic, id, maxEntries))
  }

  async #change(subscription: Subscription): Promise<void> {
    this.#waiting.add(subscription)
    await subscription.wait()
    this.#waiting.delete(subscription)
  }

  #notify(): void {
    this.#changes++
    for (const subscription of this.#waiting) subscription.wake()
  }

  async #run(): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted) {
      this.#isWoken = false
      await this.#attempt()
      if (this.#failure !== undefined) await this.#pause.wait(this.#retryPause(), signal)
      else if (!this.#isWoken) await this.#pause.wait(this.#options.every, signal)
    }
  }

  #retryPause(): number {
    return Math.min(this.#options.every, maxRetryPause)
  }

  async #attempt(): Promise<void> {
    const watch = this.#watch ?? this.#troubles.watch(this.#topic, 'read')
    this.#watch = watch
    try {
      while (await this.#readNext());
      this.#failure = undefined
      watch.end()
      this.#watch = undefined
    } catch (error) {
      watch.error = error
      this.#failure = { since: this.#failure?.since ?? performance.now(), error }
      if (performance.now() - this.#failure.since > this.#options.disconnectAfter) this.end(error)
    }
  }

  async #readNext(): Promise<boolean> {
    const ring = this.#ring
    if (ring === undefined || this.#over.signal.aborted) return false
    const entries = await this.#read(ring.end)
    // The log has removed entries that the ring buffer lacks. So a new ring buffer starts at the end of the log. Streams with an earlier position
    // read the log.
    if (entries === 'trimmed') this.#ring = new Ring((await this.ends()).newest, this.#options.ring)
    else ring.push(entries)
    if (entries.length > 0) this.#notify()
    return entries === 'trimmed' || entries.length === maxEntries
  }

  /** Notifications are lost while the connection is broken. So the log is read after each reconnect. */
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
      await new Pause().wait(this.#retryPause(), signal)
    }
  }
}
