import assert from 'node:assert/strict'
import { test } from 'node:test'
import sensible from '@fastify/sensible'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('HTTP errors and failed assertions set the status, and app.to catches a rejection', async (t) => {
  const app: FastifyInstance = createApp()
  await app.register(sensible)
  app.get('/error', async () => {
    throw app.httpErrors.imateapot('short and stout')
  })
  app.get('/assert', async () => {
    app.assert(1 + 1 === Number('3'), 409, 'does not add up')
    return 'unreachable'
  })
  app.get('/reply', (_request, reply) => {
    reply.notFound('no such cup')
  })
  app.get('/to', async () => {
    const [error] = await app.to(Promise.reject(new Error('caught')))
    return { caught: error?.message }
  })
  const origin = await serving(t, app)

  const teapot = await fetch(`${origin}/error`)
  assert.equal(teapot.status, 418)
  assert.deepEqual(await teapot.json(), { statusCode: 418, error: "I'm a Teapot", message: 'short and stout' })
  const conflict = await fetch(`${origin}/assert`)
  assert.equal(conflict.status, 409)
  assert.equal(((await conflict.json()) as { message: string }).message, 'does not add up')
  assert.equal((await fetch(`${origin}/reply`)).status, 404)
  assert.deepEqual(await (await fetch(`${origin}/to`)).json(), { caught: 'caught' })
})

test('the shared schema serializes error responses', async (t) => {
  const app = createApp()
  await app.register(sensible, { sharedSchemaId: 'HttpError' })
  app.get('/', { schema: { response: { 404: { $ref: 'HttpError' } } } }, (_request, reply) => {
    reply.code(404).send({ statusCode: 404, code: 'X', error: 'Not Found', message: 'gone', secret: 'hidden' })
  })
  const origin = await serving(t, app)

  const answer = await fetch(origin)

  assert.deepEqual(await answer.json(), { statusCode: 404, code: 'X', error: 'Not Found', message: 'gone' })
})

test('reply helpers set Vary and Cache-Control, and request.is reads the content type', async (t) => {
  const app = createApp()
  await app.register(sensible)
  app.get('/', (request, reply) => {
    reply.vary('Accept')
    reply.vary('Origin')
    reply.cacheControl('public')
    reply.cacheControl('max-age', '1h')
    reply.send({ json: request.is(['json']) })
  })
  const origin = await serving(t, app)

  const answer = await fetch(origin)

  assert.equal(answer.headers.get('vary'), 'Accept, Origin')
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600')
  assert.deepEqual(await answer.json(), { json: null })
})
