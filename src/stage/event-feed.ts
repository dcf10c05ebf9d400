/**
 * Turns a generator of events into text at the speed of the client. The generator is resumed when fewer than `maxBuffered` bytes are buffered. So at
 * most `maxBuffered` bytes and one event are buffered, even for a client that has stopped reading.
 *
 * If there is no event yet, the head is sent one turn of the event loop after the start. An error before that, such as that of a guard at the top of
 * the generator, gets an error response like any other.
 */
import { PassThrough, type Writable } from 'node:stream'
import { holdsPromise } from '../base/held-promise.ts'
import { isPromiseAndIgnore, promiseOf } from '../base/outcome.ts'
import { isNodeStream, isWebStream } from '../base/payload.ts'
import type { EventSerialize } from './event-text.ts'
import { beatsInHeartbeat, joinHeartbeat } from './heartbeat.ts'

/** A comment, which clients ignore. */
const comment = ':\n\n'
/** A client that reads nothing for this many heartbeats is disconnected. */
const patience = 2

/** The callbacks of a feed besides writing. */
export interface Outlet {
  /** Called before the first text. */
  open(): void
  /** Called when the generator has returned, after its last text. */
  end(): void
  fail(error: unknown): void
  /**
   * Called when the client read nothing for too long.
   *
   * @param bytes how many are buffered
   * @param ms how long it read nothing, in milliseconds
   */
  drop(bytes: number, ms: number): void
  /** Called when a generator fails after it was stopped early. */
  report(error: unknown): void
}

type Source = AsyncIterable<unknown>

export class EventFeed {
  readonly #source: Source
  readonly #serialize: EventSerialize
  #iterator: AsyncIterator<unknown> | null = null
  #sink: Writable | null = null
  #outlet: Outlet | null = null
  #leave: (() => void) | null = null
  #wake: (() => void) | null = null
  #isOpen = false
  #isOver = false
  /** How many checks of the stream passed since something was written, and since the client read buffered bytes. */
  #quiet = 0
  #stalled = 0

  constructor(source: Source, serialize: EventSerialize) {
    this.#source = source
    this.#serialize = serialize
  }

  get isBegun(): boolean {
    return this.#sink !== null
  }

  /** Starts to write to `sink`. A feed that was stopped before writes nothing. */
  begin(sink: Writable, outlet: Outlet): void {
    this.#sink = sink
    this.#outlet = outlet
    if (this.#isOver) {
      outlet.open()
      return outlet.end()
    }
    this.#leave = joinHeartbeat(this.#serialize.options.heartbeat, this)
    const opening = setImmediate(() => this.#open())
    this.#run(outlet)
      .catch((error) => this.#fail(error))
      .finally(() => clearImmediate(opening))
  }

  #open(): void {
    if (this.#isOver || this.#isOpen) return
    try {
      this.#write(comment)
    } catch (error) {
      // The head is invalid.
      this.#fail(error)
    }
  }

  async #run(outlet: Outlet): Promise<void> {
    const { maxBuffered } = this.#serialize.options
    this.#iterator = this.#source[Symbol.asyncIterator]()
    // The bytes written since the last pause. Without pauses, a generator that always has an event would starve the event loop.
    let written = 0
    while (!this.#isOver) {
      const { done, value } = await this.#iterator.next()
      if (this.#isOver || done) {
        // The value is not sent, but a promise in it may still reject.
        holdsPromise(value)
        break
      }
      const text = this.#serialize(value)
      this.#write(text)
      written += text.length
      if (this.#waiting >= maxBuffered) await this.#taken()
      else if (written >= maxBuffered) await turn()
      else continue
      written = 0
    }
    if (this.#isOver) return
    // Called first, because an invalid head must count as a failure of a running feed.
    if (!this.#isOpen) outlet.open()
    this.#release()
    outlet.end()
  }

  get #waiting(): number {
    return this.#sink?.writableLength ?? 0
  }

  #write(text: string): void {
    if (!this.#isOpen) this.#outlet?.open()
    this.#isOpen = true
    this.#quiet = 0
    this.#sink?.write(text, this.#onTaken)
  }

  readonly #onTaken = (): void => {
    this.#stalled = 0
    if (this.#wake === null || this.#waiting >= this.#serialize.options.maxBuffered) return
    setImmediate(this.#wake)
    this.#wake = null
  }

  #taken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  beat(): void {
    const { heartbeat } = this.#serialize.options
    const bytes = this.#waiting
    if (bytes === 0) this.#stalled = 0
    else if (++this.#stalled >= patience * beatsInHeartbeat) {
      this.stop()
      return this.#outlet?.drop(bytes, patience * heartbeat)
    }
    if (++this.#quiet >= beatsInHeartbeat && bytes === 0) this.#write(comment)
  }

  #fail(error: unknown): void {
    isPromiseAndIgnore(error)
    if (this.#isOver) return isAbort(error) ? undefined : this.#outlet?.report(error)
    this.stop()
    this.#outlet?.fail(error)
  }

  #release(): void {
    this.#isOver = true
    this.#leave?.()
    this.#wake?.()
  }

  /** Stops the generator, so that its `finally` runs. Returns whether it was running. */
  stop(): boolean {
    if (this.#isOver) return false
    this.#release()
    try {
      if (this.#iterator === null) letGo(this.#source)
      else promiseOf(this.#iterator.return?.())?.then(holdsPromise, (error) => this.#fail(error))
    } catch (error) {
      this.#fail(error)
    }
    return true
  }

  /** The feed as a stream, for hooks. It starts at the first read. */
  toStream(outlet: Pick<Outlet, 'drop' | 'report'>): FeedStream {
    return new FeedStream(this, outlet)
  }
}

/** Waits one turn of the event loop, so that other work can run. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Whether an error is a generator's reaction to the abort of its signal. */
const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || ('code' in error && error.code === 'ESP_ERR_APP_CLOSING'))

/** Releases a source that was never read. */
function letGo(source: Source): void {
  if (isNodeStream(source)) source.destroy()
  else if (isWebStream(source)) promiseOf(source.cancel())?.then(undefined, () => {})
  else promiseOf(source[Symbol.asyncIterator]().return?.())?.then(undefined, () => {})
}

export class FeedStream extends PassThrough {
  readonly feed: EventFeed
  readonly #outlet: Pick<Outlet, 'drop' | 'report'>

  constructor(feed: EventFeed, outlet: Pick<Outlet, 'drop' | 'report'>) {
    super({ readableHighWaterMark: 1 })
    this.feed = feed
    this.#outlet = outlet
  }

  /** Whether nothing was read yet. */
  get isUntouched(): boolean {
    return !this.feed.isBegun && this.readableFlowing === null && this.listenerCount('readable') === 0
  }

  override _read(size: number): void {
    if (!this.feed.isBegun)
      this.feed.begin(this, {
        ...this.#outlet,
        open: () => {},
        end: () => this.end(),
        fail: (error) => this.destroy(error as Error)
      })
    super._read(size)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.feed.stop()
    done(error)
  }
}
