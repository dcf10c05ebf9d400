import cookie from '@fastify/cookie'
import { createApp } from '../plugin-app.mjs'
import { cookiesOf } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(cookie, { secret: 'a secret of some length' })
  app.get('/set', async (_request, reply) => {
    reply.setCookie('plain', 'a b', { path: '/', httpOnly: true, secure: true, sameSite: 'strict' })
    reply.setCookie('user', 'ada', { signed: true })
    return 'set'
  })
  app.get('/read', async (request) => ({
    cookies: request.cookies,
    user: request.unsignCookie(request.cookies.user ?? '')
  }))
  return app
}

export async function talk(ask) {
  const cookie = cookiesOf(await ask('/set'))
  await ask('/read', { headers: { cookie } })
  await ask('/read', { headers: { cookie: 'user=forged' } })
}
