/**
 * Redis, which all processes share: the counters of limits, and the sessions that have ended. Without it each process has its own.
 *
 * A Redis that is away is let pass: for that time limits do not count and sessions that have ended go on. Otherwise its failure would be one of the whole
 * help desk. So readiness does not ask it either.
 */
import { secret, settings } from '@espalier/kit'
import { shared, Type } from 'espalier'
import { Redis } from 'ioredis'

export const redisSettings = settings({
  /** Redis, as redis://user:password@host:6379/0. Without it each process has its own limits and ended sessions. */
  REDIS_URL: secret(Type.Optional(Type.String({ pattern: '^rediss?://' })))
})

export const redis = shared({
  name: 'redis',
  setup: async (app, { url }: { url: string | undefined }) => {
    const client = url === undefined ? undefined : new Redis(url, options)
    let said = ''
    client?.on('error', ({ message }) => {
      // It is tried again and again.
      if (message !== said) app.log.warn(`Redis is away: ${message}`)
      said = message
    })
    client?.on('ready', () => {
      said = ''
    })
    // Where it fails, the client goes on trying.
    await client?.connect().catch(() => {})
    app.addHook('onClose', async () => client?.disconnect())
    return app.decorate('redis', client)
  }
})

/** In milliseconds. A command fails at once where there is no connection, so that no request waits for Redis. */
const options = {
  lazyConnect: true,
  enableOfflineQueue: false,
  connectTimeout: 500,
  commandTimeout: 500,
  maxRetriesPerRequest: 1,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 2000)
}
