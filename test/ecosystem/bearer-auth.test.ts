import assert from 'node:assert/strict'
import { test } from 'node:test'
import auth from '@fastify/auth'
import bearerAuth, { type FastifyBearerAuthOptions } from '@fastify/bearer-auth'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { errorOf } from './wire.ts'

const keys = ['first-key', 'second-key']

function guarded(options: Partial<FastifyBearerAuthOptions> = {}): FastifyInstance {
  const app = createApp()
  app.register(bearerAuth, { keys, ...options })
  app.get('/', async () => 'in')
  return app
}

const ask = (origin: string, authorization: string) => fetch(origin, { headers: { authorization } })

test('keys that are not strings stop the boot', async () => {
  const app = guarded({ keys: [1] as unknown as string[] })
  await assert.rejects(async () => app.ready(), { code: 'FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE' })
})

test('a log level that the logger does not have stops the boot', async () => {
  const app = createApp({ logger: { stream: { write: () => {} } } })
  app.register(bearerAuth, { keys, verifyErrorLogLevel: 'shout' })
  await assert.rejects(async () => app.ready(), { code: 'FST_BEARER_AUTH_INVALID_LOG_LEVEL' })
})

test('a missing header, another scheme and an unknown key are 401s with the body of the plugin', async (t) => {
  const origin = await serving(t, guarded())
  const missing = await fetch(origin)
  assert.equal(missing.status, 401)
  assert.deepEqual(await missing.json(), { error: 'missing authorization header' })
  for (const authorization of ['Basic first-key', 'bearer first-key', 'Bearer third-key', 'Bearer first-ke']) {
    const answer = await ask(origin, authorization)
    assert.equal(answer.status, 401)
    assert.deepEqual(await answer.json(), { error: 'invalid authorization header' })
  }
})

test('a 401 is logged at verifyErrorLogLevel', async (t) => {
  const lines: string[] = []
  const app = createApp({ logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } })
  app.register(bearerAuth, { keys, verifyErrorLogLevel: 'warn' })
  await fetch(await serving(t, app))
  const { level, msg } = JSON.parse(lines[0] ?? '{}') as { level: number; msg: string }
  assert.deepEqual({ level, msg }, { level: 40, msg: 'unauthorized: missing authorization header' })
})

test('an unknown path without a key is a 401', async (t) => {
  const origin = await serving(t, guarded())
  assert.equal((await fetch(`${origin}/nowhere`)).status, 401)
  assert.equal((await ask(`${origin}/nowhere`, 'Bearer first-key')).status, 404)
})

test('a known key is accepted', async (t) => {
  const origin = await serving(t, guarded())
  for (const key of keys) assert.equal((await ask(origin, `Bearer ${key}`)).status, 200)
})

test('errorResponse and contentType set the body and the media type of a 401', async (t) => {
  const app = guarded({ contentType: 'text/plain', errorResponse: () => 'go away' as unknown as { error: string } })
  const answer = await fetch(await serving(t, app))
  assert.equal(answer.status, 401)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal(await answer.text(), 'go away')
})

test('an auth function decides, and is a 500 when it throws', async (t) => {
  const app = guarded({
    async auth(key, request) {
      if (key === 'explode') throw new Error('no database')
      return key === request.headers['x-expected']
    }
  })
  const origin = await serving(t, app)
  const headers = { authorization: 'Bearer today', 'x-expected': 'today' }
  assert.equal((await fetch(origin, { headers })).status, 200)
  assert.equal((await fetch(origin, { headers: { ...headers, 'x-expected': 'tomorrow' } })).status, 401)
  assert.equal((await ask(origin, 'Bearer explode')).status, 500)
})

test('a 401 in preParsing precedes the parsing of the body', async (t) => {
  const app = createApp()
  app.register(bearerAuth, { keys, addHook: 'preParsing' })
  let parsed = 0
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => {
    parsed += 1
    return body
  })
  app.post('/', async (request) => request.body)
  const origin = await serving(t, app)
  const post = { method: 'POST', body: 'hello', headers: { 'content-type': 'text/plain' } }
  assert.equal((await fetch(origin, post)).status, 401)
  assert.equal(parsed, 0)
  const answer = await fetch(origin, { ...post, headers: { ...post.headers, authorization: 'Bearer first-key' } })
  assert.equal(await answer.text(), 'hello')
})

test('addHook: false makes it a function for @fastify/auth', async (t) => {
  const app = createApp()
  await app.register(auth)
  await app.register(bearerAuth, { keys, addHook: false })
  const { verifyBearerAuth } = app
  assert.ok(verifyBearerAuth)
  const local = (_request: unknown, _reply: unknown, done: (error?: Error) => void) => done(new Error('not local'))
  app.get('/', { preHandler: app.auth([local, verifyBearerAuth]) }, async () => 'in')
  const origin = await serving(t, app)
  const refused = await fetch(origin)
  assert.equal(refused.status, 401)
  assert.equal((await errorOf(refused)).code, 'FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER')
  assert.equal((await ask(origin, 'Bearer second-key')).status, 200)
})

test('a child plugin with keys does not guard its sibling', async (t) => {
  const app = createApp()
  app.register(
    async (child) => {
      child.register(bearerAuth, { keys })
      child.get('/', async () => 'guarded')
    },
    { prefix: '/guarded' }
  )
  app.register(async (child) => child.get('/', async () => 'open'), { prefix: '/open' })
  const origin = await serving(t, app)
  assert.equal((await fetch(`${origin}/guarded`)).status, 401)
  assert.equal((await fetch(`${origin}/open`)).status, 200)
  assert.equal((await fetch(`${origin}/nowhere`)).status, 404)
})
