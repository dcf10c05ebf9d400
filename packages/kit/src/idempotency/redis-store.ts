/**
 * Keys in Redis, or Valkey, for several processes. Redis has no part in the transaction of a handler. A process may be killed between its write and the
 * record. Its key is then free when the lease is over, and a repeated request writes once more.
 */
import { randomUUID } from 'node:crypto'
import { checkWhole, longestTimer } from '../option/check-whole.ts'
import type { Begun, Claim, IdempotencyStore, RecordedAnswer } from './store.ts'

/** A client of the package `ioredis`, or one of `redis`. */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> }

export interface RedisStoreOptions {
  /** The beginning of the names in Redis. Default: `idempotency:`. */
  readonly prefix?: string
  /** In milliseconds: how long a key stays under way behind the end of its process. The store renews it while the handler works. Default: 10,000. */
  readonly lease?: number
}

/** Each script leaves the value of another claim alone, which may have begun after the lease. A lost lease does not keep an answer from its record. */
const keepScript = `local now = redis.call('get', KEYS[1])
if not now or now == ARGV[1] then redis.call('set', KEYS[1], ARGV[2], 'px', ARGV[3]) end`
const freeScript = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`
const renewScript = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end`

/**
 * Makes a store in Redis.
 *
 * @throws RangeError when the lease is not a whole number from 100 to 2147483647
 * @example app.register(idempotency({ store: redisStore(new Redis()), scope: ({ user }: { user: User }) => user.id }))
 */
export function redisStore(
  redis: RedisClient,
  { prefix = 'idempotency:', lease = 10_000 }: RedisStoreOptions = {}
): IdempotencyStore {
  checkWhole('redisStore()', { lease }, { from: 100, to: longestTimer })
  return new RedisStore(redis, prefix, lease)
}

class RedisStore implements IdempotencyStore {
  readonly isTransactional = false
  readonly #redis: RedisClient
  readonly #prefix: string
  readonly #lease: number

  constructor(redis: RedisClient, prefix: string, lease: number) {
    this.#redis = redis
    this.#prefix = prefix
    this.#lease = lease
  }

  async begin(id: string): Promise<Begun> {
    const name = this.#prefix + id
    const mark = `under way ${randomUUID()}`
    // A value may end between the two commands. The second turn is then the one that claims.
    for (let turn = 0; turn < 2; turn++) {
      const isSet = (await this.#ask('SET', name, mark, 'PX', `${this.#lease}`, 'NX')) !== null
      if (isSet) return { state: 'new', claim: this.#claim(name, mark) }
      const value = await this.#ask('GET', name)
      if (value !== null && !`${value}`.startsWith('under way'))
        return { state: 'answered', answer: toAnswer(`${value}`) }
      if (value !== null) break
    }
    return { state: 'under way' }
  }

  #claim(name: string, mark: string): Claim {
    const run = (script: string, ...args: string[]) => this.#ask('EVAL', script, '1', name, mark, ...args)
    // A renewal that fails is tried again at the next turn. A lease that is lost meanwhile is the same as a process that has ended.
    const renew = () => void run(renewScript, `${this.#lease}`).catch(() => {})
    const timer = setInterval(renew, this.#lease / 3).unref()
    return {
      async keep({ answer, ttl }) {
        clearInterval(timer)
        await run(keepScript, toText(answer), `${ttl}`)
      },
      async free(ended) {
        await ended
        clearInterval(timer)
        await run(freeScript)
      }
    }
  }

  #ask(command: string, ...args: string[]): Promise<unknown> {
    const redis = this.#redis
    return 'call' in redis ? redis.call(command, ...args) : redis.sendCommand([command, ...args])
  }
}

const toText = ({ body, ...rest }: RecordedAnswer): string => JSON.stringify({ ...rest, body: body.toString('base64') })

function toAnswer(text: string): RecordedAnswer {
  const { body, ...rest } = JSON.parse(text)
  return { ...rest, body: Buffer.from(body, 'base64') }
}
