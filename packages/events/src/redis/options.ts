import { checkWhole, longestTimer } from '../log/check-whole.ts'

export interface RedisLogOptions {
  /** The prefix of keys and channels: 1 to 100 characters, without braces and spaces. Default: `espalier`. */
  readonly prefix?: string
  /** How many of the newest events of each topic are kept. Up to some hundred more may remain. Default: all. */
  readonly keep?: number
  /** In milliseconds: older events are removed at the next append to their topic. A topic without appends expires after this time. Default: never. */
  readonly maxAge?: number
  /** In milliseconds: how long `appendOnce` remembers a key. Default: a day. */
  readonly onceFor?: number
  /** In milliseconds: the time limit of a call. A longer call fails with 503 EVENT_LOG_SLOW. Default: 5000. */
  readonly timeout?: number
  /** With `false`, new events are found only when a hub reads (its option `every`). Default: true. */
  readonly listen?: boolean
}

export type CheckedOptions = ReturnType<typeof checkOptions>

export function checkOptions(options: RedisLogOptions) {
  const { prefix = 'espalier', keep, maxAge, onceFor = 24 * 3_600_000, timeout = 5000, listen = true } = options
  if (!/^[^{}\s]{1,100}$/.test(prefix))
    throw new RangeError(
      `'prefix' of redisLog has 1 to 100 characters, without braces and spaces. This is not one: ${JSON.stringify(prefix)}.`
    )
  checkWhole(
    'redisLog',
    { keep: keep === undefined ? 1 : keep, maxAge: maxAge === undefined ? 1 : maxAge },
    { to: Number.MAX_SAFE_INTEGER }
  )
  checkWhole('redisLog', { onceFor, timeout }, { to: longestTimer })
  return { prefix, keep, maxAge, onceFor, timeout, listen }
}
