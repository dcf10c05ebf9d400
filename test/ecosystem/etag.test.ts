import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import etag from '@fastify/etag'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('an unknown digest algorithm stops the boot', async () => {
  const app = createApp()
  app.register(etag, { algorithm: 'sha0' })

  await assert.rejects(async () => app.ready(), { message: 'Algorithm sha0 not supported.' })
})

test('a matching If-None-Match gets a 304 without a body', async (t) => {
  const app = createApp()
  await app.register(etag)
  app.get('/', () => ({ hello: 'world' }))
  const origin = await serving(t, app)
  const tag = `"${createHash('sha1').update('{"hello":"world"}').digest('base64')}"`

  const fresh = await fetch(origin)
  assert.equal(fresh.headers.get('etag'), tag)
  assert.deepEqual(await fresh.json(), { hello: 'world' })
  const stale = await fetch(origin, { headers: { 'if-none-match': tag } })

  assert.equal(stale.status, 304)
  assert.equal(await stale.text(), '')
})

test('an ETag of the handler is kept', async (t) => {
  const app = createApp()
  await app.register(etag, { weak: true })
  app.get('/', (_request, reply) => reply.header('etag', '"mine"').send('text'))
  app.get('/weak', () => 'text')
  const origin = await serving(t, app)

  assert.equal((await fetch(origin)).headers.get('etag'), '"mine"')
  assert.match((await fetch(`${origin}/weak`)).headers.get('etag') ?? '', /^W\/".+"$/)
})

test('responses have an ETag only in the context that registers the plugin', async (t) => {
  const app = createApp()
  app.register(async (tagged) => {
    await tagged.register(etag)
    tagged.get('/tagged', () => 'text')
  })
  app.get('/bare', () => 'text')
  const origin = await serving(t, app)

  assert.equal((await fetch(`${origin}/tagged`)).headers.has('etag'), true)
  assert.equal((await fetch(`${origin}/bare`)).headers.has('etag'), false)
})
