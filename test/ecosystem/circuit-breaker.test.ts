import assert from 'node:assert/strict'
import { test } from 'node:test'
import circuitBreaker from '@fastify/circuit-breaker'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('the circuit opens after the threshold of failures, and the handler is no longer called', async (t) => {
  const app = createApp()
  await app.register(circuitBreaker, { threshold: 2, resetTimeout: 60_000, circuitOpenErrorMessage: 'Resting' })
  let calls = 0
  app.get('/', { preHandler: app.circuitBreaker() }, async () => {
    calls++
    throw new Error('the backend is gone')
  })
  const origin = await serving(t, app)

  const first = await fetch(origin)
  assert.equal(first.status, 500)
  await fetch(origin)
  const open = await fetch(origin)

  assert.equal(open.status, 503)
  assert.deepEqual(await open.json(), {
    statusCode: 503,
    code: 'FST_ERR_CIRCUIT_BREAKER_OPEN',
    error: 'Service Unavailable',
    message: 'Resting'
  })
  assert.equal(calls, 2)
})

test('an open circuit answers with what the application chose to say', async (t) => {
  const app = createApp()
  await app.register(circuitBreaker)
  const breaker = app.circuitBreaker({
    threshold: 1,
    resetTimeout: 60_000,
    onCircuitOpen: async (_request, reply) => {
      reply.statusCode = 503
      return JSON.stringify({ fallback: true })
    }
  })
  app.get('/', { preHandler: breaker }, async () => {
    throw new Error('the backend is gone')
  })
  const origin = await serving(t, app)

  await fetch(origin)
  const open = await fetch(origin)

  assert.equal(open.status, 503)
  assert.equal(await open.text(), '{"fallback":true}')
})

test('one route with an open circuit leaves another route closed', async (t) => {
  const app = createApp()
  await app.register(circuitBreaker, { threshold: 1, resetTimeout: 60_000 })
  app.get('/broken', { preHandler: app.circuitBreaker() }, async () => {
    throw new Error('gone')
  })
  app.get('/sound', { preHandler: app.circuitBreaker() }, async () => ({ sound: true }))
  const origin = await serving(t, app)

  await fetch(`${origin}/broken`)
  assert.equal((await fetch(`${origin}/broken`)).status, 503)
  const sound = await fetch(`${origin}/sound`)

  assert.equal(sound.status, 200)
  assert.deepEqual(await sound.json(), { sound: true })
})
