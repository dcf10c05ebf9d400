/** Who is asking: tokens, in a header or in a cookie, and the account that they are for. */
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import { httpError, plugin, shared } from 'espalier'
import { adopt, routeOptions } from 'espalier/fastify'
import { documented } from 'espalier/openapi'
import { type Account, accountService } from './accounts.ts'
import { endedSessions, type Session } from './ended-sessions.ts'
import { doors } from './endpoints.ts'
import { redis } from './redis.ts'

const cookies = adopt(cookie, { reply: ['setCookie', 'clearCookie'] })
const tokens = adopt(jwt, { needs: [cookies], app: ['jwt'], request: ['jwtVerify'] })
const limits = adopt(rateLimit)
const cookieName = 'helpdesk'

export const sessions = shared({
  name: 'sessions',
  setup: (app, { secret }: { secret: string }) =>
    app.register(cookies).register(tokens, {
      secret,
      sign: { expiresIn: '8h' },
      cookie: { cookieName, signed: false },
      // `request.user` is of no use here; `account` is.
      decoratorName: 'claims'
    })
})

/** Gives every request an account; one without a token of a session is a 401. */
export const identity = shared({
  name: 'identity',
  needs: [sessions, endedSessions],
  setup: (app) =>
    app.derive(
      'onRequest',
      documented(
        async (request): Promise<{ account: Account }> => {
          const { id, name, ...session } = await request.jwtVerify<Account & Session>()
          if (await app.endedSessions.has(session))
            throw httpError(401, 'SESSION_ENDED', 'This session was ended. Log in again.')
          return { account: { id, name } }
        },
        {
          schemes: {
            token: { type: 'http', scheme: 'bearer' },
            cookie: { type: 'apiKey', in: 'cookie', name: cookieName }
          },
          security: [{ token: [] }, { cookie: [] }],
          errors: [401]
        }
      )
    )
})

/** What nobody has to log in for. */
export const doorRoutes = plugin({
  name: 'door-routes',
  needs: [accountService, sessions, endedSessions, redis],
  setup: async (app, { loginsPerMinute }: { loginsPerMinute: number }) => {
    await app.register(limits, { global: false, redis: app.redis, nameSpace: 'helpdesk:limit:', skipOnError: true })
    // Guessing passwords costs us what scrypt costs.
    const guessing = routeOptions({ config: { rateLimit: { max: loginsPerMinute, timeWindow: '1 minute' } } })
    const cookie = { path: '/api', httpOnly: true, sameSite: 'strict', secure: 'auto' } as const

    app.route(doors.signUp, guessing, ({ body }) => app.accounts.signUp(body))

    app.route(doors.logIn, guessing, async ({ body }, reply) => {
      const token = app.jwt.sign(await app.accounts.authenticate(body), { jti: randomUUID() })
      return reply.code(201).setCookie(cookieName, token, cookie).send({ token })
    })

    app.route(doors.logOut, async (request, reply) => {
      const session = await request.jwtVerify<Session>().catch(() => undefined)
      if (session) await app.endedSessions.add(session)
      return reply.code(204).clearCookie(cookieName, cookie).send()
    })
  }
})
