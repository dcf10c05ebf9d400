import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import circuitBreaker, { type FastifyCircuitBreakerOptions } from '@fastify/circuit-breaker'
import type { FastifyInstance } from 'fastify'
import { holdClock } from '../held-clock.ts'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { exchange } from './wire.ts'

/** Creates an app whose circuits use a clock that the test winds. Requests do not use `fetch`, which has timers of its own. */
async function createBreakingApp(t: TestContext, options: FastifyCircuitBreakerOptions) {
  const app: FastifyInstance = createApp()
  await app.register(circuitBreaker, options)
  return { app, wind: holdClock(t, 'setTimeout') }
}

test('the circuit opens after the threshold of failures, and allows a request after the reset', async (t) => {
  const { app, wind } = await createBreakingApp(t, {
    threshold: 2,
    resetTimeout: 1000,
    circuitOpenErrorMessage: 'Resting'
  })
  let calls = 0
  let broken = true
  app.get('/', { preHandler: app.circuitBreaker() }, async () => {
    calls++
    if (broken) throw new Error('the backend is gone')
    return 'recovered'
  })
  const origin = await serving(t, app)

  assert.equal((await exchange(origin, '/')).status, 500)
  await exchange(origin, '/')
  const open = await exchange(origin, '/')

  assert.equal(open.status, 503)
  assert.deepEqual(JSON.parse(open.body.toString()), {
    statusCode: 503,
    code: 'FST_ERR_CIRCUIT_BREAKER_OPEN',
    error: 'Service Unavailable',
    message: 'Resting'
  })
  assert.equal(calls, 2)

  broken = false
  wind(1000)
  assert.equal((await exchange(origin, '/')).body.toString(), 'recovered')
  assert.equal(calls, 3)
})

test('onCircuitOpen sets the response of an open circuit', async (t) => {
  const { app } = await createBreakingApp(t, { threshold: 1 })
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

  await exchange(origin, '/')
  const open = await exchange(origin, '/')

  assert.equal(open.status, 503)
  assert.equal(open.body.toString(), '{"fallback":true}')
})

test('an open circuit of one route does not affect another', async (t) => {
  const { app } = await createBreakingApp(t, { threshold: 1 })
  app.get('/broken', { preHandler: app.circuitBreaker() }, async () => {
    throw new Error('gone')
  })
  app.get('/sound', { preHandler: app.circuitBreaker() }, async () => ({ sound: true }))
  const origin = await serving(t, app)

  await exchange(origin, '/broken')
  assert.equal((await exchange(origin, '/broken')).status, 503)
  const sound = await exchange(origin, '/sound')

  assert.equal(sound.status, 200)
  assert.deepEqual(JSON.parse(sound.body.toString()), { sound: true })
})
