import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import replyFrom from '@fastify/reply-from'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('an unreachable backend is a 500 with its code, or the response of onError', async (t) => {
  const app = createApp()
  await app.register(replyFrom, { base: await deadOrigin() })
  app.get('/plain', (_request, reply) => reply.from('/plain'))
  app.get('/explained', (_request, reply) =>
    reply.from('/explained', {
      onError: (broken) => {
        broken.code(502).send({ backend: 'down' })
      }
    })
  )
  const origin = await serving(t, app)

  const plain = await fetch(`${origin}/plain`)
  assert.equal(plain.status, 500)
  assert.equal(((await plain.json()) as { code: string }).code, 'FST_REPLY_FROM_INTERNAL_SERVER_ERROR')
  const explained = await fetch(`${origin}/explained`)
  assert.equal(explained.status, 502)
  assert.deepEqual(await explained.json(), { backend: 'down' })
})

test('reply.from passes the body to the backend, and its status, headers and body to the client', async (t) => {
  const backend = createApp()
  backend.post('/echo', (request, reply) => {
    reply.code(201).header('x-backend', String(request.headers['x-client'])).send({ echo: request.body })
  })
  const app = createApp()
  await app.register(replyFrom, { base: await serving(t, backend) })
  app.post('/front', (_request, reply) =>
    reply.from('/echo', {
      rewriteRequestHeaders: (_raw, headers) => ({ ...headers, 'x-client': 'rewritten' }),
      rewriteHeaders: (headers) => ({ ...headers, 'x-proxy': 'passed' })
    })
  )
  const origin = await serving(t, app)

  const answer = await fetch(`${origin}/front`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"n":1}'
  })

  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('x-backend'), 'rewritten')
  assert.equal(answer.headers.get('x-proxy'), 'passed')
  assert.deepEqual(await answer.json(), { echo: { n: 1 } })
})

test('onResponse can replace the payload of the backend by a stream', async (t) => {
  const backend = createApp()
  backend.get('/', () => 'lower case')
  const app = createApp()
  await app.register(replyFrom, { base: await serving(t, backend) })
  app.get('/', (_request, reply) =>
    reply.from('/', {
      onResponse: (_incoming, outgoing, answer) => {
        const { stream } = answer as unknown as { stream: Readable }
        outgoing.removeHeader('content-length')
        outgoing.send(stream.map((chunk) => String(chunk).toUpperCase()))
      }
    })
  )
  const origin = await serving(t, app)

  assert.equal(await (await fetch(origin)).text(), 'LOWER CASE')
})

/** An origin on which nothing listens: the port of a server that has been closed. */
async function deadOrigin(): Promise<string> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return `http://127.0.0.1:${port}`
}
