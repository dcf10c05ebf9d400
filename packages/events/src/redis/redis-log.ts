/**
 * A log in Redis Streams, over `redis` or `ioredis`. An append cannot be part of a database transaction: use an outbox table instead. Published as
 * `@espalier/events/redis`.
 */
import { EventLogError } from '../log/error.ts'
import { Listener } from '../log/listener.ts'
import type { Ends, Entry, EventLog, StoredEntry } from '../log/log.ts'
import { withTimeout } from '../log/with-timeout.ts'
import { type RedisClient, runScript, type Script } from './client.ts'
import { entriesAfter, IdSuffixes, toStreamId } from './entry-id.ts'
import { toLogError } from './error.ts'
import { listenBy } from './listen.ts'
import { type CheckedOptions, checkOptions, type RedisLogOptions } from './options.ts'
import { appendScript, endsScript, readScript, trimScript } from './scripts.ts'
import { Tails } from './tails.ts'

export type { IoredisClient, IoredisSubscriber, NodeRedisClient, NodeRedisSubscriber, RedisClient } from './client.ts'
export type { RedisLogOptions } from './options.ts'

export interface RedisLog extends EventLog {
  /**
   * Stores an event like `append`, but only once for a key. Later calls return the id of that event. For programs that may append an event twice,
   * such as the task of an outbox table.
   *
   * @param key identifies the event, such as a row's id. Redis stores the key for the time `onceFor`.
   */
  appendOnce(topic: string, entry: Entry, key: string): Promise<string>
  /** Removes the oldest events of a topic until `keep` are left. */
  trim(topic: string, keep: number): Promise<void>
  /** Ends the listening connection, but does not close the client. */
  close(): Promise<void>
}

/**
 * Makes a log in Redis.
 *
 * @param client a connected client of `redis` or `ioredis`. A duplicate of it listens
 * @throws RangeError when an option is invalid
 * @throws TypeError when `client` is another object
 * @example const log = redisLog(new Redis(env.REDIS_URL), { keep: 10_000, maxAge: 24 * 3_600_000 })
 */
export function redisLog(client: RedisClient, options: RedisLogOptions = {}): RedisLog {
  const isClient = Object(client) === client && ('call' in client || 'evalSha' in client)
  if (!isClient) throw new TypeError('redisLog() takes a client of the package redis, or of ioredis.')
  return new Log(client, checkOptions(options))
}

class Log implements RedisLog {
  readonly #client: RedisClient
  readonly #options: CheckedOptions
  readonly #listener: Listener | undefined
  readonly #tails = new Tails()
  readonly #idSuffixes = new IdSuffixes()

  constructor(client: RedisClient, options: CheckedOptions) {
    this.#client = client
    this.#options = options
    const [before, behind] = [`${options.prefix}:{`, '}:wake']
    const of = (topic: string) => before + topic + behind
    const topicOf = (channel: string) => channel.slice(before.length, -behind.length)
    this.#listener = options.listen ? new Listener(listenBy(client, { of, topicOf }, this.#tails)) : undefined
  }

  async append(topic: string, entry: Entry, transaction?: unknown): Promise<string> {
    if (transaction !== undefined)
      throw new EventLogError(
        'ESP_ERR_EVENT_TRANSACTION',
        'A log in Redis has no part in a transaction. Append behind the commit, or write the event to an outbox.'
      )
    return this.#append(topic, entry, [])
  }

  async appendOnce(topic: string, entry: Entry, key: string): Promise<string> {
    return this.#append(topic, entry, [this.#key(topic, `once:${key}`)])
  }

  async #append(topic: string, { event, version, data }: Entry, once: readonly string[]): Promise<string> {
    const { listen, keep = '', maxAge = '', onceFor } = this.#options
    const channel = listen ? this.#key(topic, 'wake') : ''
    const args = [this.#idSuffixes.draw(), event, version, data, channel, keep, maxAge, onceFor].map(String)
    return String(await this.#run(appendScript, topic, { args, once, doing: 'Appending to' }))
  }

  async read(topic: string, after: string, limit: number): Promise<readonly StoredEntry[] | 'trimmed'> {
    const known = this.#tails.after(topic, after, limit)
    if (known.length > 0) return known
    const id = toStreamId(after)
    if (id === undefined) return 'trimmed'
    const found = await this.#run(readScript, topic, { args: [id, `${limit}`] })
    if (!Array.isArray(found)) return String(found) === after ? [] : 'trimmed'
    const linked = entriesAfter(after, found)
    return linked.length === 0 ? 'trimmed' : linked
  }

  async ends(topic: string): Promise<Ends> {
    const [oldest, newest] = (await this.#run(endsScript, topic, {})) as readonly unknown[]
    return { oldest: String(oldest), newest: String(newest) }
  }

  async *wake(topic: string, signal: AbortSignal): AsyncGenerator<unknown> {
    if (this.#listener !== undefined) return yield* this.#listener.wake(topic, signal)
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }

  async trim(topic: string, keep: number): Promise<void> {
    await this.#run(trimScript, topic, { args: [`${keep}`], doing: 'Trimming' })
  }

  async close(): Promise<void> {
    await this.#listener?.close()
  }

  async #run(script: Script, topic: string, { args = [], once = [], doing = 'Reading' }: Run): Promise<unknown> {
    const keys = [this.#key(topic, 'events'), this.#key(topic, 'newest'), ...once]
    const what = `${doing} '${topic}'`
    const call = runScript(this.#client, script, keys, args).catch((error) => {
      throw toLogError(error, what)
    })
    return withTimeout(call, this.#options.timeout, what)
  }

  /** The braces around the topic make a cluster store all keys of the topic on one node. */
  #key(topic: string, name: string): string {
    return `${this.#options.prefix}:{${topic}}:${name}`
  }
}

interface Run {
  readonly args?: string[]
  readonly once?: readonly string[]
  readonly doing?: string
}
