// Content-Length and Transfer-Encoding of the application (RFC 9110 §8.6, RFC 9112 §6).
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { serveRoute } from './app.ts'
import { ask, fieldOf, lastRequest } from './raw.ts'

const content = 'a body of some bytes: ä'
const bytes = Buffer.from(content)

describe('a declared content-length', () => {
  for (const declared of ['3', '99', '-1', '0x17', '23.0', 'abc', '']) {
    test(`of ${JSON.stringify(declared)} beside a text is corrected`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', declared).send(content)
      )
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.equal(fieldOf(answer, 'content-length'), String(bytes.length))
    })
  }

  test('that is no length is left out beside a stream', async (t) => {
    const { origin } = await serveRoute(t, (_request, reply) =>
      reply.header('content-length', 'many').send(Readable.from([content]))
    )
    const answer = await ask(origin, lastRequest('GET', '/'))
    assert.deepEqual([fieldOf(answer, 'content-length'), fieldOf(answer, 'transfer-encoding')], [null, 'chunked'])
  })

  const sources: [name: string, make: (parts: string[]) => unknown][] = [
    ['a stream', (parts) => Readable.from(parts)],
    ['a web stream', (parts) => Readable.toWeb(Readable.from(parts.map((part) => Buffer.from(part))))]
  ]
  for (const [name, makeSource] of sources) {
    test(`is kept beside ${name} of that length`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 6).send(makeSource(['abc', 'def']))
      )
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.deepEqual([fieldOf(answer, 'content-length'), answer.body], ['6', 'abcdef'])
    })

    test(`makes a 500 of ${name} whose first part is longer`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 3).send(makeSource(['abcdef']))
      )
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.equal(answer.status, 500)
      assert.equal(JSON.parse(answer.body).code, 'ESP_ERR_REP_CONTENT_LENGTH_MISMATCH')
    })

    test(`is never exceeded by ${name} that grows longer later, and the log tells it`, async (t) => {
      const { origin, lines } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 3).send(makeSource(['ab', 'cdef']))
      )
      await assert.rejects(ask(origin, lastRequest('GET', '/')), /no complete answer/)
      assert.ok(lines.some(({ err }) => (err as { code?: string })?.code === 'ESP_ERR_REP_CONTENT_LENGTH_MISMATCH'))
    })

    test(`cuts off ${name} that ends too early, so that nobody takes it for complete`, async (t) => {
      const { origin, lines } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 9).send(makeSource(['abc']))
      )
      await assert.rejects(ask(origin, lastRequest('GET', '/')), /no complete answer/)
      assert.ok(lines.some(({ err }) => (err as { code?: string })?.code === 'ESP_ERR_REP_CONTENT_LENGTH_MISMATCH'))
    })

    test(`stays on the answer to HEAD beside ${name} that is not sent`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 9).send(makeSource(['abc']))
      )
      const answer = await ask(origin, lastRequest('HEAD', '/'))
      assert.deepEqual([answer.status, fieldOf(answer, 'content-length'), answer.body], [200, '9', ''])
    })
  }

  test('beside a transfer-encoding is left out (RFC 9112 §6.2)', async (t) => {
    for (const payload of [() => content, () => Readable.from([content])]) {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.headers({ 'content-length': bytes.length, 'transfer-encoding': 'chunked' }).send(payload())
      )
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.deepEqual([fieldOf(answer, 'content-length'), fieldOf(answer, 'transfer-encoding')], [null, 'chunked'])
      assert.equal(Buffer.from(answer.body, 'latin1').toString(), content)
    }
  })

  test('beside a transfer-encoding set on the raw response is left out too', async (t) => {
    const { origin } = await serveRoute(t, (_request, reply) => {
      reply.raw.setHeader('transfer-encoding', 'chunked')
      reply.header('content-length', 3).send(content)
    })
    const answer = await ask(origin, lastRequest('GET', '/'))
    assert.deepEqual([fieldOf(answer, 'content-length'), fieldOf(answer, 'transfer-encoding')], [null, 'chunked'])
  })

  test('of 0 may stand on a 204 that says so itself, and no other may', async (t) => {
    for (const [declared, expected] of [
      ['0', '0'],
      ['5', null]
    ]) {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply
          .code(204)
          .header('content-length', declared as string)
          .send()
      )
      assert.equal(fieldOf(await ask(origin, lastRequest('GET', '/')), 'content-length'), expected)
    }
  })
})

describe('a transfer-encoding', () => {
  test('is never sent to a client of HTTP/1.0 (RFC 9112 §6.1)', async (t) => {
    const { origin } = await serveRoute(t, (_request, reply) =>
      reply.header('transfer-encoding', 'chunked').send(content)
    )
    const answer = await ask(origin, lastRequest('GET', '/', '1.0'))
    assert.equal(fieldOf(answer, 'transfer-encoding'), null)
    assert.equal(Buffer.from(answer.body, 'latin1').toString(), content)
  })

  for (const status of [204, 205, 304]) {
    test(`is never sent with ${status}`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply
          .code(status)
          .header('transfer-encoding', 'chunked')
          .send(Readable.from([content]))
      )
      assert.equal(fieldOf(await ask(origin, lastRequest('GET', '/')), 'transfer-encoding'), null)
    })
  }
})
