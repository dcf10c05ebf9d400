import assert from 'node:assert/strict'
import { test } from 'node:test'
import caching from '@fastify/caching'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('an error response has Cache-Control: no-store', async (t) => {
  const app = createApp()
  await app.register(caching, { privacy: caching.privacy.PUBLIC, expiresIn: 300, serverExpiresIn: 60 })
  app.get('/failing', async () => {
    throw new Error('broken')
  })
  app.get('/sound', () => ({ sound: true }))
  const origin = await serving(t, app)

  const failing = await fetch(`${origin}/failing`)
  assert.equal(failing.status, 500)
  assert.equal(failing.headers.get('cache-control'), 'no-store')
  const sound = await fetch(`${origin}/sound`)

  assert.equal(sound.headers.get('cache-control'), 'public, max-age=300, s-maxage=60')
})

test('a cached ETag gets a 304 before the handler runs', async (t) => {
  const app = createApp()
  await app.register(caching)
  let calls = 0
  app.get('/', (_request, reply) => {
    calls++
    reply.etag('remembered', 60_000).expires(new Date(0)).send({ calls })
  })
  const origin = await serving(t, app)

  const unknown = await fetch(origin, { headers: { 'if-none-match': 'forgotten' } })
  assert.equal(unknown.status, 200)
  assert.equal(unknown.headers.get('etag'), 'remembered')
  assert.equal(unknown.headers.get('expires'), 'Thu, 01 Jan 1970 00:00:00 GMT')
  const known = await fetch(origin, { headers: { 'if-none-match': 'remembered' } })

  assert.equal(known.status, 304)
  assert.equal(calls, 1)
})

test('the cache is available in the context that registers it, and not outside', async (t) => {
  const app = createApp()
  app.register(async (cached) => {
    await cached.register(caching, { cacheSegment: 'books' })
    cached.get('/cached', async () => ({ segment: cached.cacheSegment, etagMaxLife: cached.etagMaxLife ?? null }))
  })
  app.get('/bare', async (_request, reply) => ({ cache: app.hasDecorator('cache'), etag: 'etag' in reply }))
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/cached`)).json(), { segment: 'books', etagMaxLife: null })
  assert.deepEqual(await (await fetch(`${origin}/bare`)).json(), { cache: false, etag: false })
})
