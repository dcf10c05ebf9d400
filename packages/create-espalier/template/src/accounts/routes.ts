// with login
/** Who is asking: sessions in a cookie, and the account that they are for. */
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import { httpError, plugin, shared } from 'espalier'
import { adopt, routeOptions } from 'espalier/fastify'
import { documented } from 'espalier/openapi'
import { accountService } from './accounts.ts'
import { accounts, doors } from './contract.ts'

export const sessions = adopt(cookie, {
  name: 'sessions',
  request: ['cookies'],
  reply: ['setCookie', 'clearCookie']
})

const limits = adopt(rateLimit)
const cookieName = 'session'
// Scripts cannot read it, and no other site's form sends it.
const options = { path: '/api', httpOnly: true, sameSite: 'strict', secure: 'auto', maxAge: 30 * 24 * 60 * 60 } as const

/** Gives every request an account; one without a session is a 401. */
export const identity = shared({
  name: 'identity',
  needs: [accountService, sessions],
  setup: (app) =>
    app.derive(
      'onRequest',
      documented(
        async function requireLogin({ cookies }) {
          const account = await app.accounts.ofSession(cookies[cookieName] ?? '')
          if (account === undefined) throw httpError(401, 'NO_SESSION', 'Log in first.')
          return { account }
        },
        { schemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } }, errors: [401] }
      )
    )
})

export const accountRoutes = plugin({
  name: 'account-routes',
  needs: [accountService, sessions],
  setup: async (app) => {
    await app.register(limits, { global: false })
    // Guessing passwords costs us what scrypt costs.
    const guessing = routeOptions({ config: { rateLimit: { max: 20, timeWindow: '1 minute' } } })

    app.route(doors.signUp, guessing, async ({ body }) => {
      const { name } = await app.accounts.signUp(body.name, body.password)
      return { name }
    })

    app.route(doors.logIn, guessing, async ({ body }, reply) => {
      const account = await app.accounts.authenticate(body.name, body.password)
      reply.setCookie(cookieName, await app.accounts.openSession(account), options)
      return { name: account.name }
    })

    app.route(doors.logOut, async ({ cookies }, reply) => {
      await app.accounts.closeSession(cookies[cookieName] ?? '')
      return reply.code(204).clearCookie(cookieName, options).send()
    })

    app.register(async (context) => {
      context.register(identity).route(accounts.whoAmI, ({ account }) => ({ name: account.name }))
    })
  }
})
// end
