/**
 * Turns a generator of events into text at the speed of the client. At most `maxBuffered` bytes and one event are buffered, even for a client that
 * has stopped reading.
 *
 * The response head is sent with the first event, or one turn of the event loop after the start. An error before that still gets an error response.
 */
import { PassThrough, type Writable } from 'node:stream'
import { containsPromise } from '../base/contained-promise.ts'
import { promiseOf, swallowIfPromise } from '../base/outcome.ts'
import { isNodeStream, isWebStream } from '../base/payload.ts'
import { readOf } from '../error/error.ts'
import type { EventSerialize } from './event-text.ts'
import { beatsInHeartbeat, joinHeartbeat } from './heartbeat.ts'

/** The heartbeat: a comment, which clients ignore. */
const comment = ':\n\n'
/** A client that reads nothing for this many heartbeat intervals is disconnected. */
const mostStalledHeartbeats = 2

export interface FeedCallbacks {
  /** Called before the first text. */
  open(): void
  end(): void
  fail(error: unknown): void
  /** Called when the client read nothing for `ms` milliseconds, while `bytes` bytes were buffered. */
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
  #callbacks: FeedCallbacks | null = null
  #leaveHeartbeat: (() => void) | null = null
  #wake: (() => void) | null = null
  #isOpen = false
  #isOver = false
  #beatsSinceWrite = 0
  #beatsSinceRead = 0

  constructor(source: Source, serialize: EventSerialize) {
    this.#source = source
    this.#serialize = serialize
  }

  get isBegun(): boolean {
    return this.#sink !== null
  }

  /** Starts to write to `sink`. A feed that was already stopped writes nothing. */
  begin(sink: Writable, callbacks: FeedCallbacks): void {
    this.#sink = sink
    this.#callbacks = callbacks
    if (this.#isOver) {
      callbacks.open()
      return callbacks.end()
    }
    this.#leaveHeartbeat = joinHeartbeat(this.#serialize.options.heartbeat, this)
    const opening = setImmediate(() => this.#open())
    this.#run(callbacks)
      .catch((error) => this.#fail(error))
      .finally(() => clearImmediate(opening))
  }

  #open(): void {
    if (this.#isOver || this.#isOpen) return
    try {
      this.#write(comment)
    } catch (error) {
      // `open` throws if a header of the response is invalid.
      this.#fail(error)
    }
  }

  async #run(callbacks: FeedCallbacks): Promise<void> {
    const { maxBuffered } = this.#serialize.options
    this.#iterator = this.#source[Symbol.asyncIterator]()
    // Without a pause after `maxBuffered` bytes, a generator that always has an event would starve the event loop.
    let written = 0
    while (!this.#isOver) {
      const { done, value } = await this.#iterator.next()
      if (this.#isOver || done) {
        // The value is not sent. This call handles a rejected promise in it, which would otherwise end the process.
        containsPromise(value)
        break
      }
      const text = this.#serialize(value)
      this.#write(text)
      written += text.length
      if (this.#buffered >= maxBuffered) await this.#drained()
      else if (written >= maxBuffered) await nextTurn()
      else continue
      written = 0
    }
    if (this.#isOver) return
    // `open` throws if a header is invalid. After `#release`, the error would get no response.
    if (!this.#isOpen) callbacks.open()
    this.#release()
    callbacks.end()
  }

  get #buffered(): number {
    return this.#sink?.writableLength ?? 0
  }

  #write(text: string): void {
    if (!this.#isOpen) this.#callbacks?.open()
    this.#isOpen = true
    this.#beatsSinceWrite = 0
    this.#sink?.write(text, this.#onRead)
  }

  readonly #onRead = (): void => {
    this.#beatsSinceRead = 0
    if (this.#wake === null || this.#buffered >= this.#serialize.options.maxBuffered) return
    setImmediate(this.#wake)
    this.#wake = null
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  beat(): void {
    const { heartbeat } = this.#serialize.options
    const bytes = this.#buffered
    if (bytes === 0) this.#beatsSinceRead = 0
    else if (++this.#beatsSinceRead >= mostStalledHeartbeats * beatsInHeartbeat) {
      this.stop()
      return this.#callbacks?.drop(bytes, mostStalledHeartbeats * heartbeat)
    }
    if (++this.#beatsSinceWrite >= beatsInHeartbeat && bytes === 0) this.#write(comment)
  }

  #fail(error: unknown): void {
    swallowIfPromise(error)
    if (this.#isOver) return isAbort(error) ? undefined : this.#callbacks?.report(error)
    this.stop()
    this.#callbacks?.fail(error)
  }

  #release(): void {
    this.#isOver = true
    this.#leaveHeartbeat?.()
    this.#wake?.()
  }

  /** Runs the `finally` of the generator. Returns whether the generator was running. */
  stop(): boolean {
    if (this.#isOver) return false
    this.#release()
    try {
      if (this.#iterator === null) cancelSource(this.#source)
      else promiseOf(this.#iterator.return?.())?.then(containsPromise, (error) => this.#fail(error))
    } catch (error) {
      this.#fail(error)
    }
    return true
  }

  /** For `onSend` hooks. The generator starts at the first read. */
  toStream(callbacks: Pick<FeedCallbacks, 'drop' | 'report'>): FeedStream {
    return new FeedStream(this, callbacks)
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || readOf(error, 'code') === 'ESP_ERR_APP_CLOSING')

function cancelSource(source: Source): void {
  if (isNodeStream(source)) source.destroy()
  else if (isWebStream(source)) promiseOf(source.cancel())?.then(undefined, () => {})
  else promiseOf(source[Symbol.asyncIterator]().return?.())?.then(undefined, () => {})
}

export class FeedStream extends PassThrough {
  readonly feed: EventFeed
  readonly #callbacks: Pick<FeedCallbacks, 'drop' | 'report'>

  constructor(feed: EventFeed, callbacks: Pick<FeedCallbacks, 'drop' | 'report'>) {
    super({ readableHighWaterMark: 1 })
    this.feed = feed
    this.#callbacks = callbacks
  }

  get isUntouched(): boolean {
    return !this.feed.isBegun && this.readableFlowing === null && this.listenerCount('readable') === 0
  }

  override _read(size: number): void {
    if (!this.feed.isBegun)
      this.feed.begin(this, {
        ...this.#callbacks,
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
