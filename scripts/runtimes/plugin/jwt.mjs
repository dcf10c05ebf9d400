import jwt from '@fastify/jwt'
import { createApp } from '../plugin-app.mjs'
import { json } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(jwt, { secret: 'a secret of some length', sign: { noTimestamp: true } })
  app.post('/login', async ({ body }) => ({ token: app.jwt.sign({ user: body.user }) }))
  app.get('/me', { onRequest: (request) => request.jwtVerify() }, async (request) => request.user)
  return app
}

export async function talk(ask) {
  const { body } = await ask('/login', { method: 'POST', headers: json, body: '{"user":"ada"}' })
  const { token } = JSON.parse(body)
  await ask('/me', { headers: { authorization: `Bearer ${token}` } })
  await ask('/me', { headers: { authorization: `Bearer ${token}x` } })
  await ask('/me')
}
