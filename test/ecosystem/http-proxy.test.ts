import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import httpProxy from '@fastify/http-proxy'
import websocket from '@fastify/websocket'
import { WebSocket } from 'ws'
import { closeOf } from '../until.ts'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('a request that the preHandler rejects does not reach the backend', async (t) => {
  let reached = 0
  const backend = createApp()
  backend.get('/*', () => {
    reached++
    return 'reached'
  })
  const app = createApp()
  app.register(httpProxy, {
    upstream: await serving(t, backend),
    prefix: '/api',
    preHandler: (request, reply, done) => {
      if (request.headers.authorization === undefined) reply.code(401).send({ who: 'are you' })
      else done()
    }
  })
  const origin = await serving(t, app)

  const refused = await fetch(`${origin}/api/secret`)
  assert.equal(refused.status, 401)
  assert.equal(reached, 0)
  const allowed = await fetch(`${origin}/api/secret`, { headers: { authorization: 'Bearer x' } })
  assert.equal(await allowed.text(), 'reached')
})

test('a path outside the prefix is not proxied', async (t) => {
  const backend = createApp()
  backend.get('/*', () => 'backend')
  const app = createApp()
  app.register(httpProxy, { upstream: await serving(t, backend), prefix: '/api' })
  app.get('/own', () => 'own')
  const origin = await serving(t, app)

  assert.equal(await (await fetch(`${origin}/own`)).text(), 'own')
  assert.equal((await fetch(`${origin}/elsewhere`)).status, 404)
})

test('requests are proxied with method, query and body under a rewritten prefix', async (t) => {
  const backend = createApp()
  backend.all('/v1/items', (request, reply) => {
    reply.code(request.method === 'POST' ? 201 : 200).send({
      method: request.method,
      query: request.query,
      body: request.body ?? null
    })
  })
  const app = createApp()
  app.register(httpProxy, { upstream: await serving(t, backend), prefix: '/api', rewritePrefix: '/v1' })
  const origin = await serving(t, app)

  const read = await fetch(`${origin}/api/items?page=2&page=3`)
  assert.deepEqual(await read.json(), { method: 'GET', query: { page: ['2', '3'] }, body: null })
  const written = await fetch(`${origin}/api/items`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"unicode":"ü"}'
  })
  assert.equal(written.status, 201)
  assert.deepEqual(await written.json(), { method: 'POST', query: {}, body: { unicode: 'ü' } })
})

test('a WebSocket is proxied to the backend', async (t) => {
  const backend = createApp()
  await backend.register(websocket)
  backend.get('/echo', { websocket: true }, (socket) => {
    socket.on('message', (data) => socket.send(`backend heard ${data}`))
  })
  const app = createApp()
  app.register(httpProxy, { upstream: await serving(t, backend), prefix: '/ws', websocket: true })
  const origin = await serving(t, app)

  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/echo`)
  await once(socket, 'open')
  socket.send('hello')
  const [answer] = await once(socket, 'message')

  assert.equal(String(answer), 'backend heard hello')
  socket.close()
  await closeOf(socket)
})
