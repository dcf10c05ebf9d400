// Trailers (RFC 9110 §6.5) and their framing.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serveRoute } from './app.ts'
import { ask, fieldOf, lastRequest } from './raw.ts'

const content = 'a body of some bytes: ä'

describe('trailers', () => {
  const withTrailer = (payload: () => unknown) => (_request: FastifyRequest, reply: FastifyReply) => {
    reply.trailer('x-sum', (_reply, _payload, done) => done(null, '42'))
    reply.header('content-length', 999).send(payload())
  }

  test('follow the chunks, are announced and replace Content-Length', async (t) => {
    for (const payload of [() => content, () => Readable.from([content]), () => undefined]) {
      const { origin } = await serveRoute(t, withTrailer(payload))
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.deepEqual([fieldOf(answer, 'content-length'), fieldOf(answer, 'transfer-encoding')], [null, 'chunked'])
      assert.equal(fieldOf(answer, 'trailer'), 'x-sum')
      assert.equal(answer.trailers.trim(), 'x-sum: 42')
    }
  })

  test('are omitted for HTTP/1.0', async (t) => {
    const { origin } = await serveRoute(
      t,
      withTrailer(() => content)
    )
    const answer = await ask(origin, lastRequest('GET', '/', '1.0'))
    assert.deepEqual([fieldOf(answer, 'trailer'), fieldOf(answer, 'transfer-encoding')], [null, null])
    assert.equal(Buffer.from(answer.body, 'latin1').toString(), content)
  })

  test('are omitted for a status without content', async (t) => {
    for (const status of [204, 205, 304]) {
      const { origin } = await serveRoute(t, (request, reply) =>
        withTrailer(() => content)(request, reply.code(status))
      )
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.deepEqual([answer.status, fieldOf(answer, 'trailer'), answer.body], [status, null, ''])
    }
  })

  for (const name of [
    'content-length',
    'transfer-encoding',
    'host',
    'authorization',
    'set-cookie',
    'trailer',
    'Connection',
    'upgrade'
  ]) {
    test(`are refused with the name ${name} (RFC 9110 §6.5.1)`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) => {
        reply.trailer(name, (_reply, _payload, done) => done(null, '1')).send('x')
      })
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.equal(JSON.parse(answer.body).code, 'FST_ERR_BAD_TRAILER_NAME')
    })
  }
})
