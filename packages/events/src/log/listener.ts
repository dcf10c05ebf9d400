/**
 * One connection of a log listens for notifications of all topics. When the connection breaks, every generator of `wake` throws. The next call of
 * `wake` connects again.
 */
import { EventEmitter, on } from 'node:events'
import { EventLogError } from './error.ts'

export interface ListenerCallbacks {
  /** Notifies that the topic may have new events. */
  notice(topic: string): void
  /** Notifies that the connection has broken. Repeated calls are allowed. */
  end(error: Error): void
}

export interface Connection {
  /** Starts listening for a topic. Absent if the connection always listens for all topics. */
  readonly enter?: (topic: string) => Promise<unknown>
  /** Stops listening for a topic. Called after the last generator of `wake` for the topic has ended. */
  readonly leave?: (topic: string) => Promise<unknown>
  /** Closes the connection. Called once, even if the connection has broken. */
  readonly close: () => unknown
}

/** Opens the connection. If connecting fails, no connection stays open. @throws errors of the driver */
export type Connect = (callbacks: ListenerCallbacks) => Promise<Connection>

interface Attempt {
  readonly notices: EventEmitter
  readonly connection: Promise<Connection>
  readonly end: (error: Error) => void
  closing?: Promise<unknown>
}

/** The prefix is needed for a topic with the name `error`. An EventEmitter throws if it emits `error` without a listener. */
const eventFor = (topic: string) => `topic ${topic}`

const closed = () => new EventLogError('ESP_ERR_EVENT_LOG_CLOSED', 'The log is closed.')

export class Listener {
  readonly #connect: Connect
  #attempt: Attempt | undefined
  #isClosed = false

  constructor(connect: Connect) {
    this.#connect = connect
  }

  /**
   * Yields once as soon as the connection listens for the topic, and then at each notification.
   *
   * @throws EventLogError ESP_ERR_EVENT_LOG_CLOSED when the log is closed; errors of the driver
   */
  async *wake(topic: string, signal: AbortSignal): AsyncGenerator<unknown> {
    if (this.#isClosed) throw closed()
    const attempt = this.#attempt ?? this.#start()
    this.#attempt = attempt
    const { enter, leave } = await attempt.connection
    const name = eventFor(topic)
    const wakes = on(attempt.notices, name, { signal })
    try {
      await enter?.(topic)
      yield
      yield* wakes
    } finally {
      await wakes.return?.()
      if (attempt.notices.listenerCount(name) === 0) leave?.(topic).catch(() => {})
    }
  }

  #start(): Attempt {
    const notices = new EventEmitter().setMaxListeners(0)
    // An EventEmitter throws if `error` has no listener.
    notices.on('error', () => {})
    const over = new AbortController()
    const end = (error: Error) => {
      if (over.signal.aborted) return
      if (this.#attempt === attempt) this.#attempt = undefined
      over.abort(error)
      notices.emit('error', error)
    }
    const notice = (topic: string) => void notices.emit(eventFor(topic))
    const connect = async () => {
      const connection = await this.#connect({ notice, end })
      const close = () => {
        attempt.closing = Promise.resolve(connection.close()).catch(() => {})
      }
      if (over.signal.aborted) close()
      over.signal.throwIfAborted()
      over.signal.addEventListener('abort', close)
      return connection
    }
    const attempt: Attempt = { notices, end, connection: Promise.resolve().then(connect) }
    attempt.connection.catch(end)
    return attempt
  }

  /** Makes every generator of `wake` throw. Otherwise a hub that is still open would wait for notifications forever. */
  async close(): Promise<void> {
    this.#isClosed = true
    const attempt = this.#attempt
    attempt?.end(closed())
    await attempt?.closing
  }
}
