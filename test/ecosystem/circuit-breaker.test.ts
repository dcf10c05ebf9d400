import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import circuitBreaker, { type FastifyCircuitBreakerOptions } from '@fastify/circuit-breaker'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

/** An app whose circuits are reset by a clock that the test winds. */
async function createBreakingApp(t: TestContext, options: FastifyCircuitBreakerOptions): Promise<FastifyInstance> {
  const app = createApp()
  await app.register(circuitBreaker, options)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return app
}

test('the circuit opens after the threshold of failures, and lets one request through when it is reset', async (t) => {
  const app = await createBreakingApp(t, { threshold: 2, resetTimeout: 1000, circuitOpenErrorMessage: 'Resting' })
  let calls = 0
  let broken = true
  app.get('/', { preHandler: app.circuitBreaker() }, async () => {
    calls++
    if (broken) throw new Error('the backend is gone')
    return 'recovered'
  })
  const origin = await serving(t, app)

  assert.equal((await fetch(origin)).status, 500)
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

  broken = false
  t.mock.timers.tick(1000)
  assert.equal(await (await fetch(origin)).text(), 'recovered')
  assert.equal(calls, 3)
})

test('an open circuit answers with what the application chose to say', async (t) => {
  const app = await createBreakingApp(t, { threshold: 1 })
  const breaker = app.circuitBreaker({
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
  const app = await createBreakingApp(t, { threshold: 1 })
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
