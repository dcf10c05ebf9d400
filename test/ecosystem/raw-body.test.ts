import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import rawBody from 'fastify-raw-body'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

const sign = (text: string): string => createHmac('sha256', 'secret').update(text).digest('hex')

const post = (url: string, body: string, signature = ''): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', 'x-signature': signature }, body })

test('rawBody has the bytes as sent, beside the parsed body', async (t) => {
  const app = createApp()
  await app.register(rawBody)
  app.post('/hook', async (request, reply) => {
    if (request.headers['x-signature'] !== sign(String(request.rawBody))) return reply.code(401).send({ signed: false })
    return { signed: true, body: request.body }
  })
  const origin = await serving(t, app)

  assert.equal((await post(`${origin}/hook`, '{ "n" : 1 }', sign('{"n":1}'))).status, 401)
  const signed = await post(`${origin}/hook`, '{ "n" : 1 }', sign('{ "n" : 1 }'))
  assert.deepEqual(await signed.json(), { signed: true, body: { n: 1 } })
})

test('broken JSON is a 400, and a body over the limit is a 413', async (t) => {
  const app = createApp()
  await app.register(rawBody)
  app.post('/hook', { bodyLimit: 20 }, async () => 'unreachable')
  const origin = await serving(t, app)

  assert.equal((await post(`${origin}/hook`, '{"n":')).status, 400)
  assert.equal((await post(`${origin}/hook`, JSON.stringify('x'.repeat(30)))).status, 413)
})

test('global: false sets rawBody only for routes with the option', async (t) => {
  const app = createApp()
  await app.register(rawBody, { global: false })
  app.post('/kept', { config: { rawBody: true } }, async (request) => ({ raw: request.rawBody }))
  app.post('/dropped', async (request) => ({ raw: request.rawBody ?? null }))
  const origin = await serving(t, app)

  assert.deepEqual(await (await post(`${origin}/kept`, '{}')).json(), { raw: '{}' })
  assert.deepEqual(await (await post(`${origin}/dropped`, '{}')).json(), { raw: null })
})
