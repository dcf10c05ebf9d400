// No value may become another field, a body or another response (RFC 9110 §5.5).
import assert from 'node:assert/strict'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { describe, type TestContext, test } from 'node:test'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { createApp, type LooseApp, listen } from '../http-semantics/app.ts'
import { ask, lastRequest, readAnswer, talk } from '../http-semantics/raw.ts'
import { closeOf } from '../until.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

const attacks: Readonly<Record<string, string>> = {
  'CR and LF': 'a\r\nx-injected: yes',
  LF: 'a\nx-injected: yes',
  CR: 'a\rx-injected: yes',
  NUL: 'a\0b',
  'two lines and a body': 'a\r\n\r\n<html>',
  'a second response': 'a\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  'a control character': 'a\x01b',
  DEL: 'a\x7fb',
  'a letter beyond Latin-1': 'aĊx-injected: yes'
}

const ways: Readonly<Record<string, (value: string) => Handler>> = {
  'reply.header': (value) => (_request, reply) => reply.header('x-value', value).send('x'),
  'reply.headers': (value) => (_request, reply) => reply.headers({ 'x-value': value }).send('x'),
  'a list of cookies': (value) => (_request, reply) => reply.header('set-cookie', ['a=1', value]).send('x'),
  'reply.type': (value) => (_request, reply) => reply.type(value).send('x'),
  // Other characters: test/http/location.test.ts.
  'reply.redirect': (value) => (_request, reply) => reply.redirect(value.replace('Ċ', '\n')),
  'a header name': (value) => (_request, reply) => reply.header(value, 'x').send('x'),
  'a stream': (value) => (_request, reply) => reply.header('x-value', value).send(new Blob(['x']).stream()),
  'the headers of an error': (value) => async () => {
    throw Object.assign(new Error('x'), { headers: { 'x-value': value } })
  },
  'the headers of a Response': (value) => () => {
    const response = new Response('x')
    return Object.defineProperty(response, 'headers', { value: new Map([['x-value', value]]) })
  },
  'early hints': (value) => async (_request, reply) => {
    reply.writeEarlyHints({ link: '</a>; rel=preload', 'x-value': value })
    return 'x'
  },
  'a list of early hints': (value) => async (_request, reply) => {
    reply.writeEarlyHints({ link: '</a>; rel=preload', 'x-value': ['a', value] })
    return 'x'
  },
  'the link of early hints': (value) => async (_request, reply) => {
    reply.writeEarlyHints({ link: `</a${value}>; rel=preload` })
    return 'x'
  },
  'the name of an early hint': (value) => async (_request, reply) => {
    reply.writeEarlyHints({ link: '</a>; rel=preload', [value]: 'x' })
    return 'x'
  },
  'the name of a trailer': (value) => async (_request, reply) => {
    reply.trailer(value, async () => 'x')
    return 'x'
  },
  'reply.raw.setHeader': (value) => async (_request, reply) => {
    reply.raw.setHeader('x-value', value)
    return 'x'
  }
}

/** Returns what arrived before the stream ended. */
async function askHttp2(origin: string): Promise<IncomingHttpHeaders[]> {
  const client = connect(origin).on('error', () => {})
  try {
    const stream = client.request({ ':path': '/' }).resume()
    const heads: IncomingHttpHeaders[] = []
    stream.on('headers', (head) => heads.push(head)).on('response', (head) => heads.push(head))
    stream.on('trailers', (trailers) => heads.push(trailers))
    await closeOf(stream)
    return heads
  } finally {
    client.destroy()
  }
}

async function serve(t: TestContext, handler: Handler, exchange: 'auto' | 'stock'): Promise<string> {
  const app = createApp(t, { exchange })
  app.get('/', handler as never)
  app.get('/next', () => 'next')
  return app.listen({ port: 0, host: '127.0.0.1' })
}

describe('over HTTP/2 a value with', () => {
  for (const [attack, value] of Object.entries(attacks)) {
    test(`${attack} is not sent, and the response is one 500 without it (RFC 9113 §8.2.1)`, async (t) => {
      for (const [way, makeHandler] of Object.entries(ways)) {
        const app = createApp(t, { http2: true } as object)
        app.get('/', makeHandler(value) as never)
        const heads = await askHttp2(await app.listen({ port: 0, host: '127.0.0.1' }))
        assert.deepEqual(
          heads.map((head) => [head[':status'], head['x-value'], head.location, head['x-injected']]),
          [[500, undefined, undefined, undefined]],
          way
        )
      }
    })
  }
})

describe('a value with', () => {
  for (const [attack, value] of Object.entries(attacks)) {
    for (const [way, makeHandler] of Object.entries(ways)) {
      test(`${attack} in ${way} is not sent, and the response is one 500 without it`, async (t) => {
        for (const exchange of ['auto', 'stock'] as const) {
          const answer = await ask(await serve(t, makeHandler(value), exchange), lastRequest('GET', '/'))
          assert.equal(answer.status, 500)
          assert.equal(answer.headers['x-injected'], undefined)
          assert.equal(answer.headers['x-value'], undefined)
        }
      })
    }
  }
})

test('a value of Latin-1 letters and tabs is sent unchanged', async (t) => {
  const origin = await serve(
    t,
    (_request, reply) => reply.header('x-value', 'caf\xe9\tau lait').send(Buffer.from('x')),
    'auto'
  )
  assert.deepEqual((await ask(origin, lastRequest('GET', '/'))).headers['x-value'], ['caf\xe9\tau lait'])
})

test('after a refused value the connection serves the next request', async (t) => {
  const origin = await serve(t, (_request, reply) => reply.header('x-value', 'a\r\nb').send('x'), 'auto')
  const text = await talk(origin, `GET / HTTP/1.1\r\nHost: a\r\n\r\n${lastRequest('GET', '/next')}`)
  const [first, rest] = readAnswer(text, 'GET')
  const [second, end] = readAnswer(rest, 'GET')
  assert.deepEqual([first.status, second.status, second.body, end], [500, 200, 'next', ''])
})

test('each cookie has its own field (RFC 6265 §3)', async (t) => {
  const origin = await serve(
    t,
    (_request, reply) => reply.header('set-cookie', 'a=1').header('set-cookie', ['b=2', 'c=3']).send('x'),
    'auto'
  )
  assert.deepEqual((await ask(origin, lastRequest('GET', '/'))).headers['set-cookie'], ['a=1', 'b=2', 'c=3'])
})

test('each response has one Date field, one Connection field and the reason phrase of its status', async (t) => {
  for (const exchange of ['auto', 'stock'] as const) {
    const origin = await serve(t, (_request, reply) => reply.code(418).send('x'), exchange)
    const text = await talk(origin, lastRequest('GET', '/'))
    const [answer] = readAnswer(text, 'GET')
    assert.match(text, /^HTTP\/1\.1 418 I'm a Teapot\r\n/)
    assert.equal(answer.headers.date?.length, 1)
    assert.deepEqual(answer.headers.connection, ['close'])
  }
})

describe('a forgotten await', () => {
  const broken = () => Promise.reject(new Error('the key is gone'))
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
  const thenable = { then: (_fulfil: unknown, reject: (error: Error) => void) => reject(new Error('gone')) }
  const forgotten: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
    'reply.header': (reply) => reply.header('x-value', broken()),
    'a list': (reply) => reply.header('x-value', ['a', broken(), broken()] as never),
    'set-cookie': (reply) => reply.header('set-cookie', broken()),
    'a thenable': (reply) => reply.header('x-value', thenable),
    'a list in a list': (reply) => reply.header('x-value', [['a', broken()]] as never),
    'a function with then': (reply) => reply.header('x-value', Object.assign(() => {}, thenable) as never),
    'reply.headers': (reply) => reply.headers({ 'x-a': broken() as never, 'x-b': broken() as never }),
    'reply.type': (reply) => reply.type(broken() as never),
    'reply.redirect': (reply) => reply.redirect(broken() as never),
    'reply.code': (reply) => reply.code(broken() as never),
    'early hints': (reply) => reply.writeEarlyHints({ link: '</a>', 'x-value': broken() as never }),
    'the headers of an error': () => {
      throw Object.assign(new Error('x'), { headers: { 'x-value': broken() } })
    }
  }
  for (const [way, set] of Object.entries(forgotten)) {
    test(`in ${way} results in 500 and leaves no unhandled rejection`, async (t) => {
      for (const exchange of ['auto', 'stock'] as const) {
        const origin = await serve(
          t,
          async (_request, reply) => {
            set(reply)
            return 'x'
          },
          exchange
        )
        assert.equal((await ask(origin, lastRequest('GET', '/'))).status, 500)
        // An unhandled rejection would fail this run.
        await new Promise(setImmediate)
      }
    })
  }

  test('throws where the header is set, and the error names the field', async (t) => {
    const app = createApp(t)
    app.get('/', (_request, reply) => {
      assert.throws(() => reply.header('X-Value', broken()), {
        code: 'ESP_ERR_REP_HEADER_PROMISE',
        message: /'X-Value'/
      })
      return 'x'
    })
    assert.equal((await app.inject('/')).body, 'x')
  })
})

async function listenWith(t: TestContext, app: LooseApp, declare: (app: LooseApp) => void): Promise<string> {
  t.after(() => app.close())
  declare(app)
  return app.listen({ port: 0, host: '127.0.0.1' })
}

test('unusual header values are sent as the same text as in Fastify', async (t) => {
  const values = [0, -1.5, true, false, null, [], ['a', 1, null], { toString: () => 'text' }, new URL('http://a.test/')]
  for (const value of values) {
    const declare = (app: LooseApp) =>
      app.get('/', (_request, reply) => reply.header('x-value', value).send(Buffer.from('x')))
    const origins = [
      await listen(t, declare, { exchange: 'auto' }),
      await listen(t, declare, { exchange: 'stock' }),
      await listenWith(t, fastify(), declare)
    ]
    const sent = await Promise.all(origins.map(async (origin) => (await ask(origin, lastRequest('GET', '/'))).headers))
    const [auto, stock, expected] = sent.map((headers) => headers['x-value'])
    assert.deepEqual([auto, stock], [expected, expected], String(value))
  }
})

test('a framing or connection field throws as an early hint', async (t) => {
  for (const name of ['Content-Length', 'transfer-encoding', 'connection', 'trailer']) {
    const origin = await serve(
      t,
      async (_request, reply) => {
        assert.throws(() => reply.writeEarlyHints({ link: '</a>; rel=preload', [name]: '4' }), {
          code: 'ESP_ERR_ARGUMENT_INVALID'
        })
        return 'x'
      },
      'auto'
    )
    assert.equal((await ask(origin, lastRequest('GET', '/'))).body, 'x')
  }
})
