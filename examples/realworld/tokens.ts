/** JSON Web Tokens (RFC 7519) that say who is asking. */
import jwt from '@fastify/jwt'
import { shared } from 'espalier'
import { adopt } from 'espalier/fastify'

/** What a token says. */
export interface Claims {
  /** The user's key. */
  id: number
}

const adopted = adopt(jwt, { app: ['jwt'], request: ['jwtVerify'] })

export const tokens = shared({
  name: 'tokens',
  setup: (app, { secret }: { secret: string }) =>
    app.register(adopted, {
      secret,
      sign: { expiresIn: '7d' },
      verify: { extractToken: ({ headers }) => /^Token (\S+)$/i.exec(headers.authorization ?? '')?.[1] },
      // `request.user` is a user of ours; see authentication.ts.
      decoratorName: 'claims'
    })
})
