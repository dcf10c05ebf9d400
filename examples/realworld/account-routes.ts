/** Users: they register, log in, and look at and change themselves. */
import rateLimit from '@fastify/rate-limit'
import { plugin } from 'espalier'
import { adopt, routeOptions } from 'espalier/fastify'
import { authentication, requireUser } from './authentication.ts'
import { getCurrentUser, login, register, updateCurrentUser } from './endpoints.ts'
import { schemas } from './schemas.ts'
import { tokens } from './tokens.ts'
import { type User, users } from './users.ts'

const limited = adopt(rateLimit)

export const accountRoutes = plugin({
  name: 'account-routes',
  needs: [schemas, users, tokens, authentication],
  setup: async (app, { loginsPerMinute }: { loginsPerMinute: number }) => {
    const account = (user: User) => ({ user: { ...user, token: app.jwt.sign({ id: user.id }) } })

    await app.register(limited, { global: false })
    // Guessing passwords costs us what scrypt costs.
    const guessing = routeOptions({ config: { rateLimit: { max: loginsPerMinute, timeWindow: '1 minute' } } })

    app.route(login, guessing, async ({ body }) => account(await app.users.authenticate(body.user)))

    app.route(register, guessing, async ({ body }) => account(await app.users.register(body.user)))

    app.route(getCurrentUser, { onRequest: requireUser }, ({ user }) => account(user))

    app.route(updateCurrentUser, { onRequest: requireUser }, async ({ user, body }) =>
      account(await app.users.update(user, body.user))
    )
  }
})
