import assert from 'node:assert/strict'
import { test } from 'node:test'
import responseValidation from '@fastify/response-validation'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

const schema = {
  response: { 200: { type: 'object', required: ['answer'], properties: { answer: { type: 'number' } } } }
}

test('a response that does not match its schema is a 500 with its code', async (t) => {
  const app = createApp()
  await app.register(responseValidation)
  app.get('/', { schema }, async () => ({ answer: 'forty-two' }))
  const origin = await serving(t, app)

  const refused = await fetch(origin)

  assert.equal(refused.status, 500)
  assert.equal(((await refused.json()) as { code: string }).code, 'FST_RESPONSE_VALIDATION_FAILED_VALIDATION')
})

test('a valid response is sent, and a route can opt out', async (t) => {
  const app = createApp()
  await app.register(responseValidation)
  app.get('/checked', { schema }, async () => ({ answer: 42 }))
  app.get('/unchecked', { schema, responseValidation: false }, async () => ({ answer: '42' }))
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/checked`)).json(), { answer: 42 })
  assert.deepEqual(await (await fetch(`${origin}/unchecked`)).json(), { answer: 42 })
})

test('responses are validated only in the context that registers the plugin', async (t) => {
  const app = createApp()
  app.register(async (checked) => {
    await checked.register(responseValidation)
    checked.get('/checked', { schema }, async () => ({ answer: '1' }))
  })
  app.register(async (free) => {
    free.get('/free', { schema }, async () => ({ answer: '1' }))
  })
  const origin = await serving(t, app)

  assert.equal((await fetch(`${origin}/checked`)).status, 500)
  assert.deepEqual(await (await fetch(`${origin}/free`)).json(), { answer: 1 })
})
