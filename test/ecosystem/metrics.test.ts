import assert from 'node:assert/strict'
import { test } from 'node:test'
import metrics from 'fastify-metrics'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('responses are counted by method, route and status class, and unknown paths together', async (t) => {
  const app = createApp()
  await app.register(metrics.default, {
    endpoint: '/metrics',
    clearRegisterOnInit: true,
    routeMetrics: { registeredRoutesOnly: false, groupStatusCodes: true }
  })
  app.get('/failing', async () => {
    throw new Error('broken')
  })
  app.get('/books/:id', async () => ({ title: 'Walden' }))
  app.get('/named', { config: { statsId: 'chosen' } }, async () => 'named')
  app.get('/silent', { config: { disableMetrics: true } }, async () => 'silent')
  const origin = await serving(t, app)

  for (const path of ['/failing', '/books/1', '/books/2', '/named', '/silent', '/nowhere']) {
    await (await fetch(`${origin}${path}`)).text()
  }
  const page = await fetch(`${origin}/metrics`)
  const text = await page.text()

  assert.match(page.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  assert.match(text, /http_request_duration_seconds_count\{method="GET",route="\/failing",status_code="5xx"\} 1/)
  assert.match(text, /http_request_duration_seconds_count\{method="GET",route="\/books\/:id",status_code="2xx"\} 2/)
  assert.match(text, /http_request_duration_seconds_count\{method="GET",route="chosen",status_code="2xx"\} 1/)
  assert.match(text, /http_request_duration_seconds_count\{method="GET",route="__unknown__",status_code="4xx"\} 1/)
  assert.doesNotMatch(text, /route="\/silent"/)
  assert.match(text, /^process_cpu_seconds_total /m)
})
