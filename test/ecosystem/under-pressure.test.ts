import assert from 'node:assert/strict'
import { test } from 'node:test'
import underPressure from '@fastify/under-pressure'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('a failed health check is a 503 with Retry-After', async (t) => {
  const app = createApp()
  await app.register(underPressure, {
    healthCheck: async () => false,
    healthCheckInterval: 60_000,
    message: 'The kitchen is closed',
    retryAfter: 50
  })
  app.get('/', () => 'welcome')
  const origin = await serving(t, app)

  const refused = await fetch(origin)

  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '50')
  assert.deepEqual(await refused.json(), {
    statusCode: 503,
    code: 'FST_UNDER_PRESSURE',
    error: 'Service Unavailable',
    message: 'The kitchen is closed'
  })
})

test('a health check that throws is a 503', async (t) => {
  const app = createApp()
  await app.register(underPressure, {
    healthCheck: async () => {
      throw new Error('no database')
    },
    healthCheckInterval: 60_000
  })
  app.get('/', () => 'welcome')
  const origin = await serving(t, app)

  assert.equal((await fetch(origin)).status, 503)
})

test('a pressureHandler of a route responds in place of the 503', async (t) => {
  const app = createApp()
  await app.register(underPressure, { healthCheck: async () => false, healthCheckInterval: 60_000 })
  app.get('/', { config: { pressureHandler: () => 'busy, but here' } }, () => 'welcome')
  const origin = await serving(t, app)

  const answer = await fetch(origin)

  assert.equal(answer.status, 200)
  assert.equal(await answer.text(), 'busy, but here')
})

test('a healthy server has a status route and memory usage', async (t) => {
  const app = createApp()
  await app.register(underPressure, {
    maxEventLoopDelay: 60_000,
    // Sampled on a machine that was busy for the whole interval, the delay would be infinite.
    sampleInterval: 60_000,
    healthCheck: async () => true,
    healthCheckInterval: 60_000,
    exposeStatusRoute: '/alive'
  })
  app.get('/', (_request, reply) => reply.send(app.memoryUsage()))
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/alive`)).json(), { status: 'ok' })
  assert.equal(app.isUnderPressure(), false)
  const usage = (await (await fetch(origin)).json()) as Record<string, unknown>
  assert.deepEqual(Object.keys(usage).sort(), ['eventLoopDelay', 'eventLoopUtilized', 'heapUsed', 'rssBytes'])
})
