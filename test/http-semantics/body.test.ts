// Bodies in both directions: 100 Continue, early responses, and disconnects.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { until } from '../until.ts'
import { createLog, defer, listen } from './app.ts'
import { ask, converse, lastRequest, readAnswer, talk } from './raw.ts'

const mebibyte = 1 << 20

const head = (length: number | 'chunked', fields = '', type = 'text/plain') => {
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  return `POST / HTTP/1.1\r\nHost: a.test\r\nContent-Type: ${type}\r\n${framing}\r\n${fields}Connection: close\r\n\r\n`
}

describe('an expectation', () => {
  test('of 100-continue gets 100 before the body is read (RFC 9110 §10.1.1)', async (t) => {
    const origin = await listen(t, (app) => app.post('/', (request) => request.body))
    const conversation = await converse(origin)
    conversation.send(head(4, 'Expect: 100-continue\r\n'))
    await conversation.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
    const [interim, rest] = readAnswer(await conversation.send('body').closed(), 'POST')
    const [answer] = readAnswer(rest, 'POST')
    assert.deepEqual([interim.status, answer.status, answer.body], [100, 200, 'body'])
  })

  test('that is unknown gets 417, and the handler does not run', async (t) => {
    let handled = 0
    const origin = await listen(t, (app) => app.post('/', () => String(++handled)))
    const answer = await ask(origin, head(0, 'Expect: 200-ok\r\n'))
    assert.deepEqual([answer.status, handled], [417, 0])
  })
})

describe('a body', () => {
  for (const size of [0, 1, 1000, 100_000]) {
    test(`of ${size} bytes arrives whole, with Content-Length, with chunks and in pieces`, async (t) => {
      const origin = await listen(t, (app) => app.post('/', (request) => request.body ?? ''))
      const body = 'abcdefghij'.repeat(size / 10 + 1).slice(0, size)
      assert.equal((await ask(origin, head(size) + body)).body, body)
      const chunks = body.match(/.{1,999}/g) ?? []
      const coded = `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`
      assert.equal((await ask(origin, head('chunked') + coded)).body, body)
      const conversation = await converse(origin)
      conversation.socket.setNoDelay(true)
      conversation.send(head(size))
      for (const part of body.match(/.{1,9999}/g) ?? []) conversation.send(part)
      assert.equal(readAnswer(await conversation.closed(), 'POST')[0].body, body)
    })
  }

  test('over bodyLimit gets 413 by its Content-Length, or by its bytes without one', async (t) => {
    const origin = await listen(t, (app) => app.post('/', () => 'x'), { bodyLimit: 10 })
    assert.equal((await ask(origin, head(11))).status, 413)
    assert.equal((await ask(origin, `${head('chunked')}b\r\n01234567890\r\n`)).status, 413)
    assert.equal((await ask(origin, `${head(10)}0123456789`)).status, 200)
  })

  test('with trailers is read, and its trailers are not added to the headers (RFC 9110 §6.5.1)', async (t) => {
    const origin = await listen(t, (app) =>
      app.post('/', (request) => ({ body: request.body, names: Object.keys(request.headers) }))
    )
    const answer = await ask(origin, `${head('chunked')}2\r\nab\r\n0\r\nAuthorization: forged\r\nX-Sum: 1\r\n\r\n`)
    const { body, names } = JSON.parse(answer.body)
    assert.equal(body, 'ab')
    assert.ok(!names.includes('authorization') && !names.includes('x-sum'))
  })

  test('of GET is not parsed and does not become the next request', async (t) => {
    const origin = await listen(t, (app) => app.get('/', (request) => String(request.body)))
    const smuggled = lastRequest('GET', '/smuggled')
    const request = `GET / HTTP/1.1\r\nHost: a.test\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`
    const [first, rest] = readAnswer(await talk(origin, request + lastRequest('GET', '/')), 'GET')
    const [second, end] = readAnswer(rest, 'GET')
    assert.deepEqual([first.body, second.body, end], ['undefined', 'undefined', ''])
  })
})

describe('a response before its request has arrived', () => {
  test('is sent at once, and the connection closes after the body', async (t) => {
    const origin = await listen(t, (app) => {
      app.addHook('onRequest', async (_request, reply) => reply.code(403).send('no'))
      app.post('/', () => 'unreachable')
    })
    const conversation = await converse(origin)
    conversation.send(head(1000))
    await conversation.until(/no$/)
    conversation.send('x'.repeat(1000))
    const [answer, rest] = readAnswer(await conversation.closed(), 'POST')
    assert.deepEqual([answer.status, rest], [403, ''])
  })
})

describe('a client disconnect', () => {
  for (const exchange of ['auto', 'stock'] as const) {
    test(`in the middle of the body ends the request without a handler call (${exchange})`, async (t) => {
      let handled = 0
      const entered = defer()
      const failed = defer<unknown>()
      const origin = await listen(
        t,
        (app) => {
          app.addHook('onRequest', async () => entered.resolve())
          app.addHook('onError', async (_request, _reply, error) => failed.resolve(error))
          app.post('/', () => String(++handled))
          app.get('/', () => 'alive')
        },
        { exchange }
      )
      const conversation = await converse(origin)
      conversation.send(`${head(1000)}half`)
      await entered.promise
      conversation.socket.destroy()
      assert.ok((await failed.promise) instanceof Error)
      assert.equal((await ask(origin, lastRequest('GET', '/'))).body, 'alive')
      assert.equal(handled, 0)
    })

    test(`while the handler runs aborts request.signal and runs onRequestAbort (${exchange})`, async (t) => {
      const entered = defer<FastifyRequest>()
      const aborted = defer()
      const origin = await listen(
        t,
        (app) => {
          app.addHook('onRequestAbort', async (_request) => aborted.resolve())
          app.get('/', (request) => {
            entered.resolve(request)
            return new Promise(() => {})
          })
        },
        { exchange }
      )
      const conversation = await converse(origin)
      conversation.send(lastRequest('GET', '/'))
      const { signal } = await entered.promise
      assert.equal(signal.aborted, false)
      conversation.socket.destroy()
      await aborted.promise
      if (!signal.aborted) await once(signal, 'abort')
    })
  }

  test('in the middle of a response destroys its source', async (t) => {
    const sources: Readable[] = []
    const origin = await listen(t, (app) => {
      app.get('/', (_request, reply) => {
        const source = new Readable({ read() {} })
        sources.push(source)
        source.push('begun')
        return reply.send(source)
      })
    })
    const conversation = await converse(origin)
    conversation.send(lastRequest('GET', '/'))
    await conversation.until(/begun/)
    const [source] = sources as [Readable]
    const closed = once(source, 'close')
    conversation.socket.destroy()
    await closed
    assert.equal(source.destroyed, true)
  })
})

describe('a source that fails', () => {
  test('before its first byte results in 500', async (t) => {
    const origin = await listen(t, (app) => {
      const fail = () =>
        new Readable({
          read() {
            this.destroy(new Error('source'))
          }
        })
      app.get('/', (_request, reply) => reply.send(fail()))
    })
    assert.equal((await ask(origin, lastRequest('GET', '/'))).status, 500)
  })

  test('after its first byte aborts the response and is logged', async (t) => {
    const { logger, lines } = createLog()
    const source = new Readable({ read() {} })
    const origin = await listen(t, (app) => app.get('/', (_request, reply) => reply.send(source)), { logger })
    const conversation = await converse(origin)
    conversation.send(lastRequest('GET', '/'))
    source.push('begun')
    await conversation.until(/begun/)
    source.destroy(new Error('source'))
    assert.doesNotMatch(await conversation.closed(), /\r\n0\r\n\r\n/)
    assert.ok(lines.some(({ err }) => (err as { message?: string } | undefined)?.message === 'source'))
  })
})

async function settle(read: () => number): Promise<number> {
  let before = -1
  const isStill = () => {
    const last = before
    before = read()
    return before === last
  }
  await until(isStill, 'a count that stands still', { every: 100 })
  return before
}

describe('a reader that stalls', () => {
  const chunk = Buffer.alloc(64 << 10, 'x')
  const sources: Record<string, (count: (bytes: number) => void) => unknown> = {
    'a stream': (count) =>
      new Readable({
        read() {
          count(chunk.length)
          setImmediate(() => this.push(chunk))
        }
      }),
    'a stream with a length': (count) =>
      new Readable({
        read() {
          count(chunk.length)
          setImmediate(() => this.push(chunk))
        }
      }),
    'a web stream': (count) =>
      new ReadableStream({
        pull(controller) {
          count(chunk.length)
          controller.enqueue(chunk)
        }
      }),
    'a Response': (count) =>
      new Response(
        new ReadableStream({
          pull(controller) {
            count(chunk.length)
            controller.enqueue(chunk)
          }
        })
      )
  }
  for (const [name, makeSource] of Object.entries(sources)) {
    test(`pauses ${name} before 30 MiB are produced, and resumes it when it reads`, async (t) => {
      let made = 0
      const origin = await listen(t, (app) => {
        app.get('/', (_request, reply) => {
          if (name.endsWith('length')) reply.header('content-length', 1e12)
          const count = (bytes: number) => {
            made += bytes
          }
          return reply.send(makeSource(count))
        })
      })
      const conversation = await converse(origin)
      conversation.socket.removeAllListeners('data').pause()
      conversation.send(lastRequest('GET', '/'))
      await until(() => made > 0, 'the first part')
      const stalled = await settle(() => made)
      assert.ok(stalled < 30 * mebibyte, `${stalled} bytes were made for nobody`)
      conversation.socket.resume()
      await until(() => made >= stalled + 8 * mebibyte, 'what follows')
      conversation.socket.destroy()
    })
  }
})

test('a handler that does not read pauses its client before 30 MiB are received', async (t) => {
  const entered = defer<FastifyRequest>()
  const done = defer<string>()
  const origin = await listen(t, (app) => {
    app.addContentTypeParser('*', (_request, _payload, next) => next(null))
    app.post('/', (request) => {
      entered.resolve(request)
      return done.promise
    })
  })
  const size = 64 * mebibyte
  const conversation = await converse(origin)
  conversation.send(head(size, '', 'application/octet-stream'))
  const { socket } = (await entered.promise).raw
  const part = 'x'.repeat(mebibyte)
  for (let sent = 0; sent < size; sent += mebibyte) conversation.send(part)
  const taken = await settle(() => socket.bytesRead)
  assert.ok(taken < 30 * mebibyte, `${taken} bytes were taken for nobody`)
  done.resolve('enough')
  assert.match(await conversation.until(/enough/), /^HTTP\/1\.1 200 /)
  conversation.socket.destroy()
})
