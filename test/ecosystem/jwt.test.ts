import assert from 'node:assert/strict'
import { test } from 'node:test'
import cookie from '@fastify/cookie'
import jwt, { type FastifyJWTOptions } from '@fastify/jwt'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { errorOf } from './wire.ts'

declare module '@fastify/jwt' {
  interface FastifyJWT {
    // Of the whole program: other tests sign tokens of their own.
    payload: object
    user: { name: string; iat?: number; exp?: number }
  }
}

const secret = 'a secret that signs tokens'

function withTokens(options: Partial<FastifyJWTOptions> = {}): FastifyInstance {
  const app = createApp()
  app.register(jwt, { secret, ...options })
  app.get('/me', { onRequest: async (request) => request.jwtVerify() }, async (request) => request.user)
  return app
}

const ask = (origin: string, token: string, path = '/me') =>
  fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })

test('the boot fails without a secret', async () => {
  const app = createApp()
  app.register(jwt, {} as FastifyJWTOptions)
  await assert.rejects(async () => app.ready(), { message: 'missing secret' })
})

test('a request without a token is a 401 with its code', async (t) => {
  const answer = await fetch(`${await serving(t, withTokens())}/me`)
  assert.equal(answer.status, 401)
  assert.deepEqual(await answer.json(), {
    statusCode: 401,
    code: 'FST_JWT_NO_AUTHORIZATION_IN_HEADER',
    error: 'Unauthorized',
    message: 'No Authorization was found in request.headers'
  })
})

test('a malformed Authorization field is a 400', async (t) => {
  const answer = await fetch(`${await serving(t, withTokens())}/me`, { headers: { authorization: 'Bearer a b' } })
  assert.equal(answer.status, 400)
  assert.equal((await errorOf(answer)).code, 'FST_JWT_BAD_REQUEST')
})

test('a token that is foreign, broken, expired or unsigned is a 401', async (t) => {
  const app = withTokens()
  const stranger = createApp()
  stranger.register(jwt, { secret: 'another secret' })
  const origin = await serving(t, app)
  await stranger.ready()
  t.after(() => stranger.close())

  const payload = Buffer.from('{"name":"eve"}').toString('base64url')
  const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
  const expired = app.jwt.sign({ name: 'ada', iat: 1, exp: 2 })
  for (const [token, code] of [
    [stranger.jwt.sign({ name: 'eve' }), 'FST_JWT_AUTHORIZATION_TOKEN_INVALID'],
    ['not.a.token', 'FST_JWT_AUTHORIZATION_TOKEN_INVALID'],
    [expired, 'FST_JWT_AUTHORIZATION_TOKEN_EXPIRED'],
    [unsigned, 'FAST_JWT_MISSING_SIGNATURE']
  ] as const) {
    const answer = await ask(origin, token)
    assert.equal(answer.status, 401)
    assert.equal((await errorOf(answer)).code, code)
  }
})

test('a signed token sets request.user', async (t) => {
  const app = withTokens()
  app.post('/login', async (request, reply) => ({ token: await reply.jwtSign(request.body as { name: string }) }))
  const origin = await serving(t, app)
  const login = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"ada"}'
  })
  const { token } = (await login.json()) as { token: string }
  const answer = await ask(origin, token)
  assert.equal(answer.status, 200)
  const { name, iat } = (await answer.json()) as { name: string; iat: number }
  assert.equal(name, 'ada')
  assert.equal(typeof iat, 'number')
})

test('an untrusted token is a 401', async (t) => {
  const app = withTokens({ trusted: async (_request, token) => token.name !== 'mallory' })
  const origin = await serving(t, app)
  const refused = await ask(origin, app.jwt.sign({ name: 'mallory' }))
  assert.equal(refused.status, 401)
  assert.equal((await errorOf(refused)).code, 'FST_JWT_AUTHORIZATION_TOKEN_UNTRUSTED')
  assert.equal((await ask(origin, app.jwt.sign({ name: 'ada' }))).status, 200)
})

test('formatUser sets request.user', async (t) => {
  const app = withTokens({ formatUser: (payload) => ({ name: (payload as { name: string }).name.toUpperCase() }) })
  const origin = await serving(t, app)
  assert.deepEqual(await (await ask(origin, app.jwt.sign({ name: 'ada' }))).json(), { name: 'ADA' })
})

test('a token can be sent in a cookie', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.register(jwt, { secret, cookie: { cookieName: 'token', signed: false } })
  app.get('/me', { onRequest: async (request) => request.jwtVerify({ onlyCookie: true }) }, async ({ user }) => user)
  const origin = await serving(t, app)
  const missing = await fetch(`${origin}/me`)
  assert.equal(missing.status, 401)
  assert.equal((await errorOf(missing)).code, 'FST_JWT_NO_AUTHORIZATION_IN_COOKIE')
  const answer = await fetch(`${origin}/me`, { headers: { cookie: `token=${app.jwt.sign({ name: 'ada', iat: 0 })}` } })
  assert.deepEqual(await answer.json(), { name: 'ada', iat: 0 })
})

test('a namespace separates two registrations', async (t) => {
  const app = withTokens()
  app.register(jwt, { secret: 'the secret of the machines', namespace: 'machine', decoratorName: 'machine' })
  const verify = (name: string) => async (request: { getDecorator<T>(name: string): T }) =>
    request.getDecorator<() => Promise<unknown>>(name)()
  app.register(async (child) => {
    child.get('/machine', { onRequest: verify('machineJwtVerify') }, async (request) => request.getDecorator('machine'))
  })
  const origin = await serving(t, app)
  const { machine } = app.jwt as typeof app.jwt & { machine?: typeof app.jwt }
  assert.ok(machine)
  assert.equal((await ask(origin, app.jwt.sign({ name: 'ada' }), '/machine')).status, 401)
  const token = machine.sign({ name: 'robot', iat: 0 })
  assert.equal((await ask(origin, token)).status, 401)
  assert.deepEqual(await (await ask(origin, token, '/machine')).json(), { name: 'robot', iat: 0 })
})

test('a hook in a child plugin guards only the child, and a 404 stays a 404', async (t) => {
  const app = createApp()
  app.register(jwt, { secret })
  app.register(
    async (child) => {
      child.addHook('onRequest', async (request) => request.jwtVerify())
      child.get('/', async () => 'guarded')
    },
    { prefix: '/guarded' }
  )
  app.get('/open', async () => 'open')
  const origin = await serving(t, app)
  assert.equal((await fetch(`${origin}/guarded`)).status, 401)
  assert.equal((await fetch(`${origin}/open`)).status, 200)
  assert.equal((await fetch(`${origin}/nowhere`)).status, 404)
})
