/** Who is asking: `request.user` in every context below, a `User` behind `requireUser`. */
import { guard, httpError, shared, value } from 'espalier'
import { documented } from 'espalier/openapi'
import { type Claims, tokens } from './tokens.ts'
import { type User, users } from './users.ts'

/** Lets requests pass that somebody is known to send. */
export const requireUser = documented(
  guard<{ request: { user: User } }>()(async ({ user }) => {
    if (!user) throw httpError(401, 'NO_TOKEN', 'a token is needed: Authorization: Token …')
  }),
  { schemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } }, errors: [401] }
)

/** Reads the token of every request that has one. A wrong one is refused everywhere: its sender believes to be somebody. */
export const authentication = shared({
  name: 'authentication',
  needs: [tokens, users],
  setup: (app) =>
    app.decorateRequest('user', value<User | null>(null)).addHook('onRequest', async (request) => {
      if (request.headers.authorization === undefined) return
      const claims = await request.jwtVerify<Claims>().catch(refuseToken)
      request.user = (await app.users.find(claims.id)) ?? refuseToken()
    })
})

function refuseToken(cause?: unknown): never {
  throw httpError(401, 'BAD_TOKEN', 'the token is invalid or has expired', { cause })
}
