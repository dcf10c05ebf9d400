import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import { createApp } from '../plugin-app.mjs'
import { cookiesOf, json } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(cookie)
  await app.register(csrf)
  app.get('/form', async (_request, reply) => ({ token: reply.generateCsrf() }))
  app.post('/form', { preHandler: app.csrfProtection }, async () => 'accepted')
  return app
}

export async function talk(ask) {
  const form = await ask('/form')
  const headers = { ...json, cookie: cookiesOf(form) }
  const body = JSON.stringify({ _csrf: JSON.parse(form.body).token })
  await ask('/form', { method: 'POST', headers, body })
  await ask('/form', { method: 'POST', headers: json, body })
}

export const varies = /(?<=_csrf=|"token":")[\w.%+/=-]+/g
