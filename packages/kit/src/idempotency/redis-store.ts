/**
 * A store in Redis. If the process is killed between the handler's writes and the recording of the response, a repeated request writes again.
 */
import { randomUUID } from 'node:crypto'
import { checkWhole, longestTimer } from '../option/check-whole.ts'
import type { Claim, ClaimResult, IdempotencyStore, RecordedResponse } from './store.ts'

/** A client of the package `ioredis`, or one of `redis`. */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> }

export interface RedisStoreOptions {
  /** The prefix of keys in Redis. Default: `idempotency:`. */
  readonly prefix?: string
  /** In milliseconds: how long a key stays claimed after its process was killed. The claim is renewed while the handler runs. Default: 10,000. */
  readonly lease?: number
}

/**
 * Another request may have claimed the key after the `lease`. So each script changes the key only if its value is the mark of its own claim. A
 * response is also recorded if the key is free.
 */
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

  async begin(id: string): Promise<ClaimResult> {
    const name = this.#prefix + id
    const mark = `under way ${randomUUID()}`
    // The value may expire between SET and GET. In that case the second iteration claims the key.
    for (let attempt = 0; attempt < 2; attempt++) {
      const isSet = (await this.#send('SET', name, mark, 'PX', `${this.#lease}`, 'NX')) !== null
      if (isSet) return { state: 'new', claim: this.#claim(name, mark) }
      const value = await this.#send('GET', name)
      if (value !== null && !`${value}`.startsWith('under way'))
        return { state: 'answered', response: toResponse(`${value}`) }
      if (value !== null) break
    }
    return { state: 'under way' }
  }

  #claim(name: string, mark: string): Claim {
    const run = (script: string, ...args: string[]) => this.#send('EVAL', script, '1', name, mark, ...args)
    // A failed renewal is tried again after a third of the lease. If every renewal fails, the lease expires.
    const renew = () => void run(renewScript, `${this.#lease}`).catch(() => {})
    const timer = setInterval(renew, this.#lease / 3).unref()
    return {
      async keep({ response, ttl }) {
        clearInterval(timer)
        await run(keepScript, toText(response), `${ttl}`)
      },
      async free(ended) {
        await ended
        clearInterval(timer)
        await run(freeScript)
      }
    }
  }

  #send(command: string, ...args: string[]): Promise<unknown> {
    const redis = this.#redis
    return 'call' in redis ? redis.call(command, ...args) : redis.sendCommand([command, ...args])
  }
}

const toText = ({ body, ...rest }: RecordedResponse): string =>
  JSON.stringify({ ...rest, body: body.toString('base64') })

function toResponse(text: string): RecordedResponse {
  const { body, ...rest } = JSON.parse(text)
  return { ...rest, body: Buffer.from(body, 'base64') }
}
