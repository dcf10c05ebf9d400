/** One connection that listens for all topics of a process. When it breaks, every wake ends, and the next one that is asked for connects anew. */
import { EventEmitter, on } from 'node:events'
import type { ListeningPglite, ListeningPool, PostgresDatabase } from './database.ts'

interface Connection {
  readonly notices: EventEmitter
  readonly close: () => unknown
}

/** Topics may have any name, and `error` is one of emitters. */
const nameFor = (topic: string) => `topic ${topic}`

export class Listener {
  readonly #database: PostgresDatabase
  readonly #channel: string
  #connection: Promise<Connection> | undefined

  constructor(database: PostgresDatabase, channel: string) {
    this.#database = database
    this.#channel = channel
  }

  /** Yields when it listens, and then at each notice. */
  async *wake(topic: string, signal: AbortSignal): AsyncGenerator<unknown> {
    this.#connection ??= this.#connect()
    const { notices } = await this.#connection
    const wakes = on(notices, nameFor(topic), { signal })
    yield
    yield* wakes
  }

  async #connect(): Promise<Connection> {
    const notices = new EventEmitter().setMaxListeners(0)
    // Without a listener an error would be thrown.
    notices.on('error', () => {})
    try {
      return 'listen' in this.#database
        ? await this.#listenIn(this.#database, notices)
        : await this.#listenOn(this.#database, notices)
    } catch (error) {
      this.#connection = undefined
      throw error
    }
  }

  async #listenIn(database: ListeningPglite, notices: EventEmitter): Promise<Connection> {
    const close = await database.listen(this.#channel, (payload) => notices.emit(nameFor(payload)))
    return { notices, close }
  }

  async #listenOn(pool: ListeningPool, notices: EventEmitter): Promise<Connection> {
    const client = await pool.connect()
    let isOver = false
    const end = (error: Error) => {
      if (isOver) return
      isOver = true
      this.#connection = undefined
      client.release(true)
      notices.emit('error', error)
    }
    client.on('notification', ({ payload = '' }) => notices.emit(nameFor(payload)))
    client.on('error', end)
    client.on('end', () => end(new Error('The connection that listens has ended.')))
    try {
      await client.query(`listen ${this.#channel}`)
    } catch (error) {
      end(error as Error)
      throw error
    }
    return { notices, close: () => end(new Error('The log is closed.')) }
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined)
    this.#connection = undefined
    await connection?.close()
    connection?.notices.emit('error', new Error('The log is closed.'))
  }
}
