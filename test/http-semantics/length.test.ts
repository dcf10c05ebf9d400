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
    test(`of ${JSON.stringify(declared)} with a text is corrected`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', declared).send(content)
      )
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.equal(fieldOf(answer, 'content-length'), String(bytes.length))
    })
  }

  test('that is invalid is omitted with a stream', async (t) => {
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
    test(`is kept with ${name} of that length`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 6).send(makeSource(['abc', 'def']))
      )
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.deepEqual([fieldOf(answer, 'content-length'), answer.body], ['6', 'abcdef'])
    })

    test(`results in 500 with ${name} whose first chunk is longer`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 3).send(makeSource(['abcdef']))
      )
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.equal(answer.status, 500)
      assert.equal(JSON.parse(answer.body).code, 'ESP_ERR_REP_CONTENT_LENGTH_MISMATCH')
    })

    test(`is not exceeded by ${name} that grows longer later, and the mismatch is logged`, async (t) => {
      const { origin, lines } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 3).send(makeSource(['ab', 'cdef']))
      )
      await assert.rejects(ask(origin, lastRequest('GET', '/')), /no complete answer/)
      assert.ok(lines.some(({ err }) => (err as { code?: string })?.code === 'ESP_ERR_REP_CONTENT_LENGTH_MISMATCH'))
    })

    test(`aborts the response of ${name} that ends too early, and the mismatch is logged`, async (t) => {
      const { origin, lines } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 9).send(makeSource(['abc']))
      )
      await assert.rejects(ask(origin, lastRequest('GET', '/')), /no complete answer/)
      assert.ok(lines.some(({ err }) => (err as { code?: string })?.code === 'ESP_ERR_REP_CONTENT_LENGTH_MISMATCH'))
    })

    test(`stays on the HEAD response of ${name}`, async (t) => {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.header('content-length', 9).send(makeSource(['abc']))
      )
      const answer = await ask(origin, lastRequest('HEAD', '/'))
      assert.deepEqual([answer.status, fieldOf(answer, 'content-length'), answer.body], [200, '9', ''])
    })
  }

  test('is omitted with a transfer-encoding (RFC 9112 §6.2)', async (t) => {
    for (const payload of [() => content, () => Readable.from([content])]) {
      const { origin } = await serveRoute(t, (_request, reply) =>
        reply.headers({ 'content-length': bytes.length, 'transfer-encoding': 'chunked' }).send(payload())
      )
      const answer = await ask(origin, lastRequest('GET', '/'))
      assert.deepEqual([fieldOf(answer, 'content-length'), fieldOf(answer, 'transfer-encoding')], [null, 'chunked'])
      assert.equal(Buffer.from(answer.body, 'latin1').toString(), content)
    }
  })

  test('is omitted with a transfer-encoding set on reply.raw', async (t) => {
    const { origin } = await serveRoute(t, (_request, reply) => {
      reply.raw.setHeader('transfer-encoding', 'chunked')
      reply.header('content-length', 3).send(content)
    })
    const answer = await ask(origin, lastRequest('GET', '/'))
    assert.deepEqual([fieldOf(answer, 'content-length'), fieldOf(answer, 'transfer-encoding')], [null, 'chunked'])
  })

  test('of 0 is kept on a 204, and another one is omitted', async (t) => {
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
  test('is not sent to an HTTP/1.0 client (RFC 9112 §6.1)', async (t) => {
    const { origin } = await serveRoute(t, (_request, reply) =>
      reply.header('transfer-encoding', 'chunked').send(content)
    )
    const answer = await ask(origin, lastRequest('GET', '/', '1.0'))
    assert.equal(fieldOf(answer, 'transfer-encoding'), null)
    assert.equal(Buffer.from(answer.body, 'latin1').toString(), content)
  })

  for (const status of [204, 205, 304]) {
    test(`is not sent with ${status}`, async (t) => {
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
