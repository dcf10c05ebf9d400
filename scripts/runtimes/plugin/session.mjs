import cookie from '@fastify/cookie'
import session from '@fastify/session'
import { createApp } from '../plugin-app.mjs'
import { cookiesOf } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(cookie)
  await app.register(session, { secret: 'a secret of at least thirty-two characters', cookie: { secure: false } })
  app.get('/count', async (request) => {
    request.session.visits = (request.session.visits ?? 0) + 1
    return { visits: request.session.visits }
  })
  return app
}

export async function talk(ask) {
  const cookie = cookiesOf(await ask('/count'))
  await ask('/count', { headers: { cookie } })
  await ask('/count')
}

export const varies = /(?<=sessionId=)[^;]+/g
