/** Sessions that were ended by a logout, until their tokens expire: in Redis, or in this process. */
import { every } from '@espalier/kit'
import { shared } from 'espalier'
import type { Redis } from 'ioredis'
import { redis } from './redis.ts'

/** A session, as its token names it. */
export interface Session {
  jti: string
  /** In seconds since 1970: when the token expires. */
  exp: number
}

interface EndedSessions {
  add(session: Session): Promise<void>
  has(session: Session): Promise<boolean>
}

export const endedSessions = shared({
  name: 'ended-sessions',
  needs: [redis],
  setup: (app) => {
    if (app.redis) return app.decorate('endedSessions', inRedis(app.redis))
    const sessions = new Map<string, number>()
    every(app, 60_000, function forgetExpired() {
      for (const [jti, exp] of sessions) if (exp * 1000 < Date.now()) sessions.delete(jti)
    })
    return app.decorate('endedSessions', inProcess(sessions))
  }
})

function inProcess(sessions: Map<string, number>): EndedSessions {
  return {
    add: async ({ jti, exp }) => void sessions.set(jti, exp),
    has: async ({ jti }) => sessions.has(jti)
  }
}

function inRedis(client: Redis): EndedSessions {
  const keyOf = ({ jti }: Session) => `helpdesk:ended:${jti}`
  return {
    add: async (session) => void (await client.set(keyOf(session), '', 'EXAT', session.exp)),
    // A Redis that is away is let pass.
    has: (session) =>
      client.exists(keyOf(session)).then(
        (count) => count > 0,
        () => false
      )
  }
}
