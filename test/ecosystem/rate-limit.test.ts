import assert from 'node:assert/strict'
import { test } from 'node:test'
import rateLimit from '@fastify/rate-limit'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('a request over the limit is a 429 with Retry-After', async (t) => {
  const app = createApp()
  await app.register(rateLimit, { max: 2, timeWindow: 60_000 })
  app.get('/', () => 'welcome')
  const origin = await serving(t, app)

  await fetch(origin).then((answer) => answer.text())
  await fetch(origin).then((answer) => answer.text())
  const refused = await fetch(origin)

  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '60')
  assert.equal(refused.headers.get('x-ratelimit-remaining'), '0')
  assert.deepEqual(await refused.json(), {
    statusCode: 429,
    error: 'Too Many Requests',
    message: 'Rate limit exceeded, retry in 1 minute'
  })
})

test('a route over its own limit does not affect other routes', async (t) => {
  const app = createApp()
  await app.register(rateLimit, { max: 100, timeWindow: 60_000 })
  app.get('/strict', { config: { rateLimit: { max: 1, timeWindow: 60_000 } } }, () => 'strict')
  app.get('/free', { config: { rateLimit: false } }, () => 'free')
  const origin = await serving(t, app)

  assert.equal((await fetch(`${origin}/strict`)).status, 200)
  assert.equal((await fetch(`${origin}/strict`)).status, 429)
  const free = await fetch(`${origin}/free`)

  assert.equal(free.status, 200)
  assert.equal(free.headers.has('x-ratelimit-limit'), false)
})

test('app.rateLimit() limits a not-found handler', async (t) => {
  const app = createApp()
  await app.register(rateLimit, { max: 1, timeWindow: 60_000 })
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (_request, reply) => {
    reply.code(404).send({ lost: true })
  })
  const origin = await serving(t, app)

  assert.equal((await fetch(`${origin}/nowhere`)).status, 404)
  assert.equal((await fetch(`${origin}/nowhere`)).status, 429)
})

test('x-ratelimit-remaining counts the remaining requests', async (t) => {
  const app = createApp()
  await app.register(rateLimit, { max: 3, timeWindow: 60_000 })
  app.get('/', () => 'welcome')
  const origin = await serving(t, app)

  const answers = [await fetch(origin), await fetch(origin)]

  assert.deepEqual(
    answers.map(({ headers }) => headers.get('x-ratelimit-remaining')),
    ['2', '1']
  )
  assert.equal(answers[0]?.headers.get('x-ratelimit-limit'), '3')
})

test('a limit of a child plugin does not count requests to its sibling', async (t) => {
  const app = createApp()
  app.register(async (limited) => {
    await limited.register(rateLimit, { max: 1, timeWindow: 60_000 })
    limited.get('/limited', () => 'limited')
  })
  app.register(async (open) => {
    open.get('/open', () => 'open')
  })
  const origin = await serving(t, app)

  assert.equal((await fetch(`${origin}/limited`)).status, 200)
  assert.equal((await fetch(`${origin}/limited`)).status, 429)
  const open = await fetch(`${origin}/open`)

  assert.equal(open.status, 200)
  assert.equal(open.headers.has('x-ratelimit-limit'), false)
})
