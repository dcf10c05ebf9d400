import assert from 'node:assert/strict'
import { test } from 'node:test'
import formbody, { type FastifyFormbodyOptions } from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { errorOf } from './wire.ts'

function echo(options: FastifyFormbodyOptions = {}): FastifyInstance {
  const app = createApp()
  app.register(formbody, options)
  app.post('/', async (request) => request.body)
  return app
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (origin: string, body: string, headers: Record<string, string> = form) =>
  fetch(origin, { method: 'POST', headers, body })

test('a parser option that is not a function stops the boot', async () => {
  const app = echo({ parser: 'qs' as unknown as () => Record<string, unknown> })
  await assert.rejects(async () => app.ready(), { message: 'parser must be a function' })
})

test('a form is a 415 without the plugin', async (t) => {
  const app = createApp()
  app.post('/', async () => 'unreached')
  const answer = await post(await serving(t, app), 'a=1')
  assert.equal(answer.status, 415)
  assert.equal((await errorOf(answer)).code, 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
})

test('a form over the bodyLimit of the plugin or of the app is a 413', async (t) => {
  const app = createApp({ bodyLimit: 20 })
  app.register(formbody)
  app.post('/', async () => 'unreached')
  for (const limited of [app, echo({ bodyLimit: 20 })]) {
    const answer = await post(await serving(t, limited), `a=${'x'.repeat(30)}`)
    assert.equal(answer.status, 413)
    assert.equal((await errorOf(answer)).code, 'FST_ERR_CTP_BODY_TOO_LARGE')
  }
})

test('a form that does not match its schema is a 400', async (t) => {
  const app = createApp()
  app.register(formbody)
  const schema = { body: { type: 'object', required: ['age'], properties: { age: { type: 'integer' } } } }
  app.post('/', { schema }, async (request) => request.body)
  const origin = await serving(t, app)
  const refused = await post(origin, 'age=old')
  assert.equal(refused.status, 400)
  assert.deepEqual(await errorOf(refused), {
    statusCode: 400,
    code: 'FST_ERR_VALIDATION',
    error: 'Bad Request',
    message: 'body/age must be integer'
  })
  assert.deepEqual(await (await post(origin, 'age=41')).json(), { age: 41 })
})

test('a form is parsed with escapes, repeated names and __proto__ as an own member', async (t) => {
  const origin = await serving(t, echo())
  const answer = await post(origin, 'name=Ada+Lovelace&tag=a&tag=b&sign=%E2%9C%93&__proto__=x')
  assert.deepEqual(
    await answer.json(),
    JSON.parse('{"name":"Ada Lovelace","tag":["a","b"],"sign":"✓","__proto__":"x"}')
  )
})

test('an empty form is an empty object', async (t) => {
  const answer = await post(await serving(t, echo()), '')
  assert.equal(answer.status, 200)
  assert.deepEqual(await answer.json(), {})
})

test('the parser option replaces the parser', async (t) => {
  const origin = await serving(t, echo({ parser: (text) => ({ length: text.length }) }))
  assert.deepEqual(await (await post(origin, 'a=1&b=2')).json(), { length: 7 })
})

test('a child plugin parses forms, its sibling does not, and both parse JSON', async (t) => {
  const app = createApp()
  app.register(
    async (child) => {
      child.register(formbody)
      child.post('/', async (request) => request.body)
    },
    { prefix: '/forms' }
  )
  app.register(async (child) => child.post('/', async (request) => request.body), { prefix: '/json' })
  const origin = await serving(t, app)
  assert.deepEqual(await (await post(`${origin}/forms`, 'a=1')).json(), { a: '1' })
  assert.equal((await post(`${origin}/json`, 'a=1')).status, 415)
  for (const path of ['/forms', '/json']) {
    const answer = await post(origin + path, '{"a":1}', { 'content-type': 'application/json' })
    assert.deepEqual(await answer.json(), { a: 1 })
  }
  assert.equal((await post(`${origin}/nowhere`, 'a=1')).status, 404)
})
