import assert from 'node:assert/strict'
import { test } from 'node:test'
import cors, { type FastifyCorsOptionsDelegateCallback } from '@fastify/cors'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { exchange } from './wire.ts'

const page = 'https://page.example'

test('an unknown hook name stops the boot', async () => {
  const app = createApp()
  app.register(cors, { hook: 'onEveryMoon' as 'onRequest' })
  await assert.rejects(async () => app.ready(), /Invalid hook option/)
})

test('a preflight without its two headers is a 400', async (t) => {
  const app = createApp()
  app.register(cors)
  const origin = await serving(t, app)
  const answer = await exchange(origin, '/', { method: 'OPTIONS' })
  assert.equal(answer.status, 400)
  assert.equal(answer.body.toString(), 'Invalid Preflight Request')
})

test('an origin outside the list gets a response without Access-Control-Allow-Origin', async (t) => {
  const app = createApp()
  app.register(cors, { origin: [page, /\.trusted\.example$/] })
  app.get('/', async () => ({ hello: 'world' }))
  const origin = await serving(t, app)

  const refused = await fetch(origin, { headers: { origin: 'https://evil.example' } })
  assert.equal(refused.status, 200)
  assert.equal(refused.headers.get('access-control-allow-origin'), null)
  assert.equal(refused.headers.get('vary'), 'Origin')

  const allowed = await fetch(origin, { headers: { origin: 'https://a.trusted.example' } })
  assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://a.trusted.example')
})

test('a preflight is a 404 when the origin option turns CORS off', async (t) => {
  const app = createApp()
  app.register(cors, { origin: false })
  const origin = await serving(t, app)
  const answer = await fetch(origin, {
    method: 'OPTIONS',
    headers: { origin: page, 'access-control-request-method': 'PUT' }
  })
  assert.equal(answer.status, 404)
  assert.deepEqual(await answer.json(), { message: 'Route OPTIONS:/ not found', error: 'Not Found', statusCode: 404 })
})

test('an error of an origin function is a 500', async (t) => {
  const app = createApp()
  app.register(cors, {
    origin: (_origin, callback) => callback(new Error('no list'), false)
  })
  app.get('/', async () => 'unreached')
  const answer = await fetch(await serving(t, app), { headers: { origin: page } })
  assert.equal(answer.status, 500)
  assert.deepEqual(await answer.json(), { statusCode: 500, error: 'Internal Server Error', message: 'no list' })
})

test('a preflight gets a 204 before a later hook can reject it', async (t) => {
  const app = createApp()
  app.register(cors, { origin: page, methods: ['PUT', 'DELETE'], credentials: true, maxAge: 600 })
  app.addHook('onRequest', async (_request, reply) => reply.code(401).send({ error: 'who are you' }))
  app.put('/thing', async () => 'unreached')
  const origin = await serving(t, app)

  const preflight = await fetch(`${origin}/thing`, {
    method: 'OPTIONS',
    headers: { origin: page, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-one' }
  })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), page)
  assert.equal(preflight.headers.get('access-control-allow-methods'), 'PUT, DELETE')
  assert.equal(preflight.headers.get('access-control-allow-headers'), 'x-one')
  assert.equal(preflight.headers.get('access-control-allow-credentials'), 'true')
  assert.equal(preflight.headers.get('access-control-max-age'), '600')
  assert.equal(preflight.headers.get('content-length'), '0')

  const refused = await fetch(`${origin}/thing`, { method: 'PUT', headers: { origin: page } })
  assert.equal(refused.status, 401)
  assert.equal(refused.headers.get('access-control-allow-origin'), page)
})

test('a 404 and an error response have Access-Control-Allow-Origin', async (t) => {
  const app = createApp()
  app.register(cors, { origin: true })
  app.get('/boom', async () => {
    throw new Error('boom')
  })
  const origin = await serving(t, app)
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/boom', 500]
  ] as const) {
    const answer = await fetch(origin + path, { headers: { origin: page } })
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('access-control-allow-origin'), page)
  }
})

test('a route turns CORS off or overrides an option in its config', async (t) => {
  const app = createApp()
  app.register(cors)
  app.get('/off', { config: { cors: false } }, async () => 'off')
  app.get('/own', { config: { cors: { origin: page, exposedHeaders: ['x-total'] } } }, async () => 'own')
  const origin = await serving(t, app)

  const off = await fetch(`${origin}/off`, { headers: { origin: page } })
  assert.equal(off.headers.get('access-control-allow-origin'), null)
  const own = await fetch(`${origin}/own`, { headers: { origin: page } })
  assert.equal(own.headers.get('access-control-allow-origin'), page)
  assert.equal(own.headers.get('access-control-expose-headers'), 'x-total')
})

test('a delegator sets the options of each request', async (t) => {
  const app = createApp()
  const delegator: FastifyCorsOptionsDelegateCallback = (request, callback) => {
    callback(null, { origin: request.headers.host?.startsWith('127.') ? page : false })
  }
  app.register(cors, { delegator })
  app.get('/', async () => 'hello')
  const answer = await fetch(await serving(t, app), { headers: { origin: page } })
  assert.equal(answer.headers.get('access-control-allow-origin'), page)
})

test("hook: 'preParsing' sets the headers and keeps the body", async (t) => {
  const app = createApp()
  app.register(cors, { hook: 'preParsing', origin: page })
  app.post('/', async (request) => request.body)
  const answer = await fetch(await serving(t, app), {
    method: 'POST',
    headers: { origin: page, 'content-type': 'application/json' },
    body: '{"kept":true}'
  })
  assert.equal(answer.headers.get('access-control-allow-origin'), page)
  assert.deepEqual(await answer.json(), { kept: true })
})

test('CORS in a child plugin does not affect its sibling', async (t) => {
  const app = createApp()
  app.register(
    async (child) => {
      child.register(cors, { origin: page })
      child.get('/', async () => 'open')
    },
    { prefix: '/open' }
  )
  app.register(async (child) => child.get('/', async () => 'closed'), { prefix: '/closed' })
  const origin = await serving(t, app)
  const headers = { origin: page, 'access-control-request-method': 'GET' }

  assert.equal((await fetch(`${origin}/open`, { headers })).headers.get('access-control-allow-origin'), page)
  assert.equal((await fetch(`${origin}/closed`, { headers })).headers.get('access-control-allow-origin'), null)
  assert.equal((await fetch(`${origin}/open/any`, { method: 'OPTIONS', headers })).status, 204)
  assert.equal((await fetch(`${origin}/closed`, { method: 'OPTIONS', headers })).status, 404)
})
