import assert from 'node:assert/strict'
import { test } from 'node:test'
import cookie from '@fastify/cookie'
import csrf, { type FastifyCsrfProtectionOptions } from '@fastify/csrf-protection'
import session from '@fastify/session'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { cookiesOf, errorOf } from './wire.ts'

async function protectedForms(app: FastifyInstance, options: FastifyCsrfProtectionOptions = {}): Promise<void> {
  await app.register(csrf, options)
  app.get('/form', async (_request, reply) => ({ token: reply.generateCsrf() }))
  app.post('/form', { preHandler: app.csrfProtection }, async () => 'accepted')
}

async function fetchForm(origin: string): Promise<{ token: string; cookies: string }> {
  const form = await fetch(`${origin}/form`)
  const { token } = (await form.json()) as { token: string }
  return { token, cookies: cookiesOf(form) }
}

const submit = (origin: string, body: object, headers: Record<string, string>) =>
  fetch(`${origin}/form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body)
  })

test('a form without the secret cookie is a 403 with its code', async (t) => {
  const app = createApp()
  app.register(cookie)
  await protectedForms(app)
  const origin = await serving(t, app)
  const { token } = await fetchForm(origin)
  const answer = await submit(origin, { _csrf: token }, {})
  assert.equal(answer.status, 403)
  assert.deepEqual(await errorOf(answer), {
    statusCode: 403,
    code: 'FST_CSRF_MISSING_SECRET',
    error: 'Forbidden',
    message: 'Missing csrf secret'
  })
})

test('a missing, a changed and a foreign token are 403s', async (t) => {
  const app = createApp()
  app.register(cookie)
  await protectedForms(app)
  const origin = await serving(t, app)
  const mine = await fetchForm(origin)
  const foreign = await fetchForm(origin)
  for (const body of [{}, { _csrf: `${mine.token}x` }, { _csrf: foreign.token }]) {
    const answer = await submit(origin, body, { cookie: mine.cookies })
    assert.equal(answer.status, 403)
    assert.equal((await errorOf(answer)).code, 'FST_CSRF_INVALID_TOKEN')
  }
})

test('a secret cookie with a changed signature is a 403', async (t) => {
  const app = createApp()
  app.register(cookie, { secret: 'a secret of some length' })
  await protectedForms(app, { cookieOpts: { signed: true, path: '/' } })
  const origin = await serving(t, app)
  const { token, cookies } = await fetchForm(origin)
  assert.equal((await submit(origin, { _csrf: token }, { cookie: `${cookies}x` })).status, 403)
  assert.equal((await submit(origin, { _csrf: token }, { cookie: cookies })).status, 200)
})

test('the token is accepted in the body or in a header', async (t) => {
  const app = createApp()
  app.register(cookie)
  await protectedForms(app)
  const origin = await serving(t, app)
  const { token, cookies } = await fetchForm(origin)
  assert.equal((await submit(origin, { _csrf: token }, { cookie: cookies })).status, 200)
  for (const header of ['csrf-token', 'x-xsrf-token']) {
    const answer = await submit(origin, {}, { cookie: cookies, [header]: token })
    assert.equal(await answer.text(), 'accepted')
  }
})

test('the secret can be stored in a session', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.register(session, { secret: 'a secret of at least thirty-two characters', cookie: { secure: false } })
  await protectedForms(app, { sessionPlugin: '@fastify/session' })
  const origin = await serving(t, app)
  const { token, cookies } = await fetchForm(origin)
  assert.match(cookies, /^sessionId=/)
  assert.equal((await submit(origin, { _csrf: token }, { cookie: cookies })).status, 200)
  assert.equal((await submit(origin, { _csrf: token }, {})).status, 403)
})

test('a token of one user is a 403 for another', async (t) => {
  const app = createApp()
  app.register(cookie)
  await app.register(csrf, {
    getUserInfo: (request) => String(request.headers['x-user']),
    csrfOpts: { hmacKey: 'a key', userInfo: true }
  })
  app.get('/form', async (request, reply) => ({
    token: reply.generateCsrf({ userInfo: String(request.headers['x-user']) })
  }))
  app.post('/form', { preHandler: app.csrfProtection }, async () => 'accepted')
  const origin = await serving(t, app)
  const form = await fetch(`${origin}/form`, { headers: { 'x-user': 'ada' } })
  const { token } = (await form.json()) as { token: string }
  const cookies = cookiesOf(form)
  assert.equal((await submit(origin, { _csrf: token }, { cookie: cookies, 'x-user': 'eve' })).status, 403)
  assert.equal((await submit(origin, { _csrf: token }, { cookie: cookies, 'x-user': 'ada' })).status, 200)
})

test('protection in a child plugin does not affect its sibling and the 404', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.register(
    async (child) => {
      await child.register(csrf)
      child.addHook('preHandler', child.csrfProtection)
      child.post('/', async () => 'protected')
    },
    { prefix: '/protected' }
  )
  app.post('/open', async () => 'open')
  const origin = await serving(t, app)
  assert.equal((await fetch(`${origin}/protected`, { method: 'POST' })).status, 403)
  assert.equal((await fetch(`${origin}/open`, { method: 'POST' })).status, 200)
  assert.equal((await fetch(`${origin}/nowhere`, { method: 'POST' })).status, 404)
})
