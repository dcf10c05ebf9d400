/** One connection that listens for the topics of a process. When it breaks, all `wake` iterations end, and the next one connects again. */
import { EventEmitter, on } from 'node:events'
import { EventLogError } from './error.ts'

/** The callbacks for a connection. */
export interface Heard {
  /** Called when a topic may have new events. */
  notice(topic: string): void
  /** Called when the connection is over, possibly more than once. */
  end(error: Error): void
}

export interface Connection {
  /** Starts to listen for a topic. Omit it if the connection listens for all. */
  readonly enter?: (topic: string) => Promise<unknown>
  /** Called when no `wake` of the topic is left. */
  readonly leave?: (topic: string) => Promise<unknown>
  /** Called once, also after the connection broke. */
  readonly close: () => unknown
}

/** @throws errors of the driver, when it cannot connect. No connection is left open then. */
export type Connect = (heard: Heard) => Promise<Connection>

interface Attempt {
  readonly notices: EventEmitter
  readonly connection: Promise<Connection>
  readonly end: (error: Error) => void
  /** Settles when the connection is closed. */
  closing?: Promise<unknown>
}

/** Prefixes event names, because a topic may be called `error`, which is special for emitters. */
const nameFor = (topic: string) => `topic ${topic}`

const closed = () => new EventLogError('ESP_ERR_EVENT_LOG_CLOSED', 'The log is closed.')

export class Listener {
  readonly #connect: Connect
  #attempt: Attempt | undefined
  #isClosed = false

  constructor(connect: Connect) {
    this.#connect = connect
  }

  /**
   * Yields once it listens, and then at each notification.
   *
   * @throws EventLogError ESP_ERR_EVENT_LOG_CLOSED when the log is closed; errors of the driver
   */
  async *wake(topic: string, signal: AbortSignal): AsyncGenerator<unknown> {
    if (this.#isClosed) throw closed()
    const attempt = this.#attempt ?? this.#start()
    this.#attempt = attempt
    const { enter, leave } = await attempt.connection
    const name = nameFor(topic)
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
    // Without a listener, the event `error` would throw.
    notices.on('error', () => {})
    const over = new AbortController()
    const end = (error: Error) => {
      if (over.signal.aborted) return
      if (this.#attempt === attempt) this.#attempt = undefined
      over.abort(error)
      notices.emit('error', error)
    }
    const notice = (topic: string) => void notices.emit(nameFor(topic))
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

  /** Ends all `wake` iterations and stops listening, because a hub may be closed later. */
  async close(): Promise<void> {
    this.#isClosed = true
    const attempt = this.#attempt
    attempt?.end(closed())
    await attempt?.closing
  }
}
