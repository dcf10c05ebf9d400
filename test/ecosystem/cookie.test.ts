import assert from 'node:assert/strict'
import { test } from 'node:test'
import cookie from '@fastify/cookie'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { cookiesOf } from './wire.ts'

test('an unknown hook name stops the boot', async () => {
  const app = createApp()
  app.register(cookie, { hook: 'onSend' as 'onRequest' })
  await assert.rejects(async () => app.ready(), /Invalid value provided for the hook-option/)
})

test('a second registration in the same context stops the boot', async () => {
  const app = createApp()
  app.register(cookie)
  app.register(cookie)
  await assert.rejects(async () => app.ready(), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
})

test('a cookie with a changed signature is invalid', async (t) => {
  const app = createApp()
  app.register(cookie, { secret: 'a secret of some length' })
  app.get('/', async (request) => request.unsignCookie(request.cookies.user ?? ''))
  const signed = app.ready().then(() => app.signCookie('ada'))
  const origin = await serving(t, app)
  const read = async (value: string) => (await fetch(origin, { headers: { cookie: `user=${value}` } })).json()

  assert.deepEqual(await read(`${encodeURIComponent(await signed)}x`), { valid: false, renew: false, value: null })
  assert.deepEqual(await read(encodeURIComponent(await signed)), { valid: true, renew: false, value: 'ada' })
})

test('a value with a line break cannot add a header', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.get('/', async (_request, reply) => reply.setCookie('a', '1\r\nx-injected: yes').send('done'))
  const answer = await fetch(await serving(t, app))
  assert.equal(answer.headers.get('x-injected'), null)
  assert.deepEqual(answer.headers.getSetCookie(), ['a=1%0D%0Ax-injected%3A%20yes; SameSite=Lax'])
})

test('an attribute that could add a header is a 500', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.get('/', async (_request, reply) => reply.setCookie('a', '1', { path: '/;\r\nx' }).send('done'))
  const answer = await fetch(await serving(t, app))
  assert.equal(answer.status, 500)
  assert.deepEqual(answer.headers.getSetCookie(), [])
})

test('a request without cookies has an empty object of its own', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.get('/', async (request) => {
    const seen = { ...request.cookies }
    request.cookies.left = 'behind'
    return seen
  })
  const origin = await serving(t, app)
  assert.deepEqual(await (await fetch(origin)).json(), {})
  assert.deepEqual(await (await fetch(origin)).json(), {})
})

test('cookies are sent in one field each with their attributes, and are parsed in requests', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.get('/set', async (_request, reply) => {
    reply.setCookie('plain', 'a b', { path: '/', httpOnly: true, secure: true, sameSite: 'strict' })
    reply.cookie('aged', '1', { maxAge: 60, domain: 'example.com' })
    reply.clearCookie('old')
    return 'set'
  })
  app.get('/read', async (request) => request.cookies)
  const origin = await serving(t, app)

  const set = await fetch(`${origin}/set`)
  assert.deepEqual(set.headers.getSetCookie(), [
    'plain=a%20b; Path=/; HttpOnly; Secure; SameSite=Strict',
    'aged=1; Max-Age=60; Domain=example.com; SameSite=Lax',
    'old=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax'
  ])
  const read = await fetch(`${origin}/read`, { headers: { cookie: cookiesOf(set) } })
  assert.deepEqual(await read.json(), { plain: 'a b', aged: '1', old: '' })
})

test('setCookie keeps a Set-Cookie field of the handler', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.get('/', async (_request, reply) => {
    reply.header('set-cookie', 'mine=1')
    return reply.setCookie('theirs', '2').send('done')
  })
  const answer = await fetch(await serving(t, app))
  assert.deepEqual(answer.headers.getSetCookie(), ['mine=1', 'theirs=2; SameSite=Lax'])
})

test('a later onSend hook can still set a cookie', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.register(async (child) => {
    child.addHook('onSend', async (_request, reply) => {
      reply.setCookie('late', '1')
    })
    child.get('/', async () => 'done')
  })
  const answer = await fetch(await serving(t, app))
  assert.deepEqual(answer.headers.getSetCookie(), ['late=1; SameSite=Lax'])
})

test('an error response and a 404 keep the cookies of hooks', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.addHook('onRequest', async (_request, reply) => {
    reply.setCookie('seen', '1')
  })
  app.get('/boom', async () => {
    throw new Error('boom')
  })
  const origin = await serving(t, app)
  for (const [path, status] of [
    ['/boom', 500],
    ['/nowhere', 404]
  ] as const) {
    const answer = await fetch(origin + path)
    assert.equal(answer.status, status)
    assert.deepEqual(answer.headers.getSetCookie(), ['seen=1; SameSite=Lax'])
  }
})

test('cookies of a child plugin are not available to its sibling', async (t) => {
  const app = createApp()
  app.register(async (child) => {
    child.register(cookie)
    child.get('/inside', async (request) => ({ cookies: request.cookies }))
  })
  app.register(async (child) => {
    child.get('/outside', async (request, reply) => ({
      request: 'cookies' in request,
      reply: 'setCookie' in reply,
      app: child.hasDecorator('parseCookie')
    }))
  })
  const origin = await serving(t, app)
  const headers = { cookie: 'a=1' }
  assert.deepEqual(await (await fetch(`${origin}/inside`, { headers })).json(), { cookies: { a: '1' } })
  assert.deepEqual(await (await fetch(`${origin}/outside`, { headers })).json(), {
    request: false,
    reply: false,
    app: false
  })
})
