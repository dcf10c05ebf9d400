// Connections (RFC 9112 §9): several requests, errors and versions.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { closeOf } from '../until.ts'
import { createApp, defer, listen } from './app.ts'
import { answersIn, converse, get, lastRequest, readAnswer, talk } from './raw.ts'

const post = (target: string, body: string, type = 'application/json') =>
  `POST ${target} HTTP/1.1\r\nHost: a.test\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`

describe('pipelined requests', () => {
  for (const exchange of ['auto', 'stock'] as const) {
    test(`get their responses in order by ${exchange} exchanges, whichever handler completes first`, async (t) => {
      const first = defer()
      const origin = await listen(
        t,
        (app) => {
          app.get('/slow', () => first.promise.then(() => 'slow'))
          app.get('/stream', () => Readable.from(['str', 'eam']) as never)
          app.get('/fast', () => {
            setImmediate(first.resolve)
            return 'fast'
          })
        },
        { exchange }
      )
      const text = await talk(origin, get('/slow') + get('/stream') + get('/fast') + lastRequest('GET', '/none'))
      const answers = answersIn(text)
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 404]
      )
      assert.deepEqual(
        answers.slice(0, 3).map(({ body }) => body),
        ['slow', 'stream', 'fast']
      )
    })
  }

  test('after an unread body get their responses', async (t) => {
    const origin = await listen(t, (app) => {
      app.addHook('onRequest', async (request, reply) => {
        if (request.method === 'POST') return reply.code(401).send('who')
      })
      app.post('/', () => 'unreachable')
      app.get('/', () => 'next')
    })
    const text = await talk(origin, post('/', JSON.stringify('x'.repeat(100_000))) + lastRequest('GET', '/'))
    assert.deepEqual(
      answersIn(text).map(({ status, body }) => `${status} ${body}`),
      ['401 who', '200 next']
    )
  })
})

describe('a connection', () => {
  test('stays open after errors of handlers, hooks, validation and routing', async (t) => {
    const origin = await listen(t, (app) => {
      const querystring = { type: 'object', required: ['q'] }
      app.get('/throw', async () => Promise.reject(new Error('x')))
      app.get('/invalid', { schema: { querystring } }, () => 'x')
      app.get('/hook', { preHandler: async () => Promise.reject(new Error('x')) }, () => 'x')
      app.get('/ok', () => 'ok')
    })
    const targets = ['/throw', '/invalid', '/hook', '/none', '/%zz']
    const text = await talk(origin, targets.map((target) => get(target)).join('') + lastRequest('GET', '/ok'))
    assert.deepEqual(
      answersIn(text).map(({ status }) => status),
      [500, 400, 500, 404, 400, 200]
    )
  })

  test('closes after a response to a body that is not read to its end', async (t) => {
    const origin = await listen(t, (app) => app.post('/', () => 'x'), { bodyLimit: 10 })
    const conversation = await converse(origin)
    conversation.send(post('/', 'x'.repeat(1_000_000)).slice(0, 5000))
    const [answer] = readAnswer(await conversation.closed(), 'POST')
    assert.deepEqual([answer.status, answer.headers.connection], [413, ['close']])
  })

  test('over HTTP/1.0 closes after the response, or stays open with Connection: keep-alive', async (t) => {
    const origin = await listen(t, (app) => app.get('/', () => 'x'))
    const once10 = await talk(origin, 'GET / HTTP/1.0\r\n\r\n')
    assert.deepEqual(readAnswer(once10, 'GET')[0].headers.connection, ['close'])
    const kept = await converse(origin)
    kept.send('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')
    await kept.until(/\r\n\r\nx$/)
    kept.send('GET / HTTP/1.0\r\n\r\n')
    assert.equal(answersIn(await kept.closed()).length, 2)
  })

  test('with Connection: close in the request gets Connection: close and closes', async (t) => {
    const origin = await listen(t, (app) => app.get('/', () => 'x'))
    const [answer, rest] = readAnswer(await talk(origin, lastRequest('GET', '/')), 'GET')
    assert.deepEqual([answer.headers.connection, rest], [['close'], ''])
  })

  for (const exchange of ['auto', 'stock'] as const) {
    test(`first gets the response, then 400 for malformed bytes behind the request (${exchange} exchanges)`, async (t) => {
      const origin = await listen(t, (app) => app.get('/', () => 'fine'), { exchange })
      const text = await talk(origin, `${get('/')}GET /?a b HTTP/1.1\r\nHost: a.test\r\n\r\n`)
      assert.match(text, /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nfineHTTP\/1\.1 400 Bad Request\r\n/s)
    })
  }

  test('with malformed bytes gets one 400 and closes', async (t) => {
    const origin = await listen(t, (app) => app.get('/', () => 'x'))
    for (const bytes of [
      '\x16\x03\x01',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /a b HTTP/1.1\r\n\r\n',
      get('/', 'No colon\r\n')
    ]) {
      const text = await talk(origin, bytes)
      assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/)
    }
  })

  test('with ambiguous framing of a request is refused (RFC 9112 §6.1, §6.3)', async (t) => {
    let handled = 0
    const origin = await listen(t, (app) => app.post('/', () => String(++handled)))
    const framings = [
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
      'Content-Length: 5\r\nContent-Length: 6\r\n',
      'Content-Length: 5, 6\r\n',
      'Content-Length: +5\r\n',
      'Transfer-Encoding: chunked, gzip\r\n',
      'Transfer-Encoding : chunked\r\n'
    ]
    for (const framing of framings) {
      const head = `POST / HTTP/1.1\r\nHost: a.test\r\nContent-Type: text/plain\r\n${framing}\r\n`
      const text = await talk(origin, `${head}0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a.test\r\n\r\n`)
      assert.match(text, /^HTTP\/1\.1 400 /, framing)
      assert.doesNotMatch(text, /smuggled/)
    }
    assert.equal(handled, 0)
  })
})

test('the socket of a closed connection is destroyed', async (t) => {
  const app = createApp(t)
  app.get('/', () => 'x')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const sockets: import('node:net').Socket[] = []
  app.server.on('connection', (socket) => void sockets.push(socket))
  await talk(origin, lastRequest('GET', '/'))
  const [socket] = sockets
  if (socket?.closed === false) await closeOf(socket)
  assert.equal(socket?.destroyed, true)
})
