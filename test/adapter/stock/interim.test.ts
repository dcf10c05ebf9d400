// Interim responses (RFC 9110 §15.2) come in the turn of their request, before its final response, and never within another response.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../fuzz/budget.ts'
import { Conversation } from '../../http-semantics/raw.ts'
import { readAnswer } from '../../security/answer.ts'
import { type Anything, createApp, type Wild } from '../../security/wild.ts'
import { connectTo, https } from '../../shared-key.ts'

const transports: Readonly<Record<string, object>> = {
  auto: {},
  stock: { exchange: 'stock' },
  TLS: { https }
}

const hints = { link: '</a.css>; rel=preload' }
const link = 'link: </a.css>; rel=preload'
const bytes = Buffer.from('0123456789')

type Handler = (request: Anything, reply: Anything) => unknown

/** At once, or on a later turn if the handler returns a promise. */
const answers: Readonly<Record<string, Handler>> = {
  '/bytes': (_request, reply) => reply.send(bytes),
  '/text': () => '0123456789',
  '/later': async (_request, reply) => {
    await new Promise(setImmediate)
    return reply.send(bytes)
  },
  '/stream': (_request, reply) => reply.header('content-length', 10).send(Readable.from([bytes])),
  '/chunks': (_request, reply) => reply.send(Readable.from([bytes])),
  '/none': (_request, reply) => reply.code(204).send(),
  '/hints': (_request, reply) => {
    reply.writeEarlyHints(hints)
    reply.send(bytes)
  },
  '/hints-later': async (_request, reply) => {
    reply.writeEarlyHints(hints)
    await new Promise(setImmediate)
    reply.writeEarlyHints(hints)
    return reply.send(bytes)
  },
  '/raw': (_request, reply) => {
    reply.raw.writeProcessing()
    reply.raw.writeEarlyHints(hints)
    reply.send(bytes)
  },
  '/hijacked': (_request, reply) => {
    reply.hijack()
    reply.raw.writeEarlyHints(hints)
    reply.raw.writeHead(200, { 'content-length': 10 })
    reply.raw.end(bytes)
  }
}

async function serve(
  t: TestContext,
  options: object,
  declare: (app: Wild) => void
): Promise<() => Promise<Conversation>> {
  const { app } = createApp({ logger: false, ...options })
  t.after(() => app.close())
  declare(app)
  const { hostname: host, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return async () => {
    const socket = await connectTo(options, { host, port: Number(port) })
    t.after(() => socket.destroy())
    return new Conversation(socket)
  }
}

const expects = 'Expect: 100-continue\r\n'
const typed = 'Content-Type: text/plain\r\n'
const head = (method: string, path: string, fields = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: a.test\r\n${fields}\r\n`

/** Returns all responses, including interim ones. Fails if they are not the whole text. */
function statusesOf(text: string, methods: readonly string[] = []): { status: number; body: string }[] {
  const found: { status: number; body: string }[] = []
  let finals = 0
  for (let position = 0; position < text.length; ) {
    const answer = readAnswer(text, position, methods[finals] === 'HEAD', true)
    assert.ok(answer, `no complete answer in ${JSON.stringify(text.slice(position))}`)
    found.push({ status: answer.status, body: answer.body })
    if (answer.status >= 200) finals++
    position = answer.next
  }
  return found
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly isExpecting: boolean
}

const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST'),
  path: fc.constantFrom(...Object.keys(answers)),
  isExpecting: fc.boolean()
})

const toBytes = ({ method, path, isExpecting }: Sent) =>
  method === 'POST'
    ? `${head(method, path, `${isExpecting ? expects : ''}${typed}Content-Length: 4\r\n`)}text`
    : head(method, path, isExpecting ? expects : '')

for (const [name, options] of Object.entries(transports)) {
  test(`pipelined requests get complete responses in order (${name})`, { timeout: 600_000 }, async (t) => {
    let release: (text: string) => void = () => {}
    const open = await serve(t, options, (app) => {
      app.get('/slow', () => new Promise((resolve) => (release = resolve)))
      app.get('/last', (_request: Anything, reply: Anything) => {
        reply.header('connection', 'close')
        release('slow')
        return 'last'
      })
      for (const [url, handler] of Object.entries(answers)) {
        app.route({ method: ['GET', 'HEAD', 'POST'], url, exposeHeadRoute: false, handler })
      }
    })
    const pipeline = fc.record({
      requests: fc.array(sent, { minLength: 1, maxLength: 6 }),
      isSlow: fc.boolean(),
      cuts: fc.array(fc.nat(600), { maxLength: 3 })
    })
    await fc.assert(
      fc.asyncProperty(pipeline, async ({ requests, isSlow, cuts }) => {
        const conversation = await open()
        const text = `${isSlow ? head('GET', '/slow') : ''}${requests.map(toBytes).join('')}${head('GET', '/last')}`
        let from = 0
        for (const cut of cuts.sort((a, b) => a - b)) {
          conversation.send(text.slice(from, cut))
          from = Math.max(from, cut)
          await new Promise(setImmediate)
        }
        const received = await conversation.send(text.slice(from)).closed()
        const methods = [...(isSlow ? ['GET'] : []), ...requests.map(({ method }) => method)]
        const finals = statusesOf(received, methods).filter(({ status }) => status >= 200)
        const expected = requests.map(({ method, path }) =>
          path === '/none' ? { status: 204, body: '' } : { status: 200, body: method === 'HEAD' ? '' : '0123456789' }
        )
        if (isSlow) expected.unshift({ status: 200, body: 'slow' })
        assert.deepEqual(finals, [...expected, { status: 200, body: 'last' }])
      }),
      budget(60)
    )
  })

  describe(`interim responses come in turn (${name})`, () => {
    test('100 Continue is sent after the earlier responses', async (t) => {
      let release: (text: string) => void = () => {}
      const open = await serve(t, options, (app) => {
        app.get('/slow', () => new Promise((resolve) => (release = resolve)))
        app.post('/', ({ body }: Anything, reply: Anything) => reply.send(Buffer.from(`got ${body}`)))
        app.get('/next', () => 'next')
      })
      const conversation = await open()
      conversation.send(head('GET', '/slow') + head('POST', '/', `${expects}${typed}Content-Length: 4\r\n`))
      // The server has read both, because it has served a third connection.
      const other = await open()
      await other.send(head('GET', '/next')).until(/next$/)
      assert.equal(conversation.received, '')
      release('slow')
      await conversation.until(/slow.*100 Continue\r\n\r\n$/s)
      conversation.send(`text${head('GET', '/next')}`)
      const received = await conversation.until(/next$/)
      assert.deepEqual(
        statusesOf(received).map(({ status, body }) => [status, body]),
        [
          [200, 'slow'],
          [100, ''],
          [200, 'got text'],
          [200, 'next']
        ]
      )
    })

    test('early hints of a later response are sent in its turn, in order', async (t) => {
      let release: (text: string) => void = () => {}
      let finish: () => void = () => {}
      let calls = 0
      const open = await serve(t, options, (app) => {
        app.get('/slow', () => new Promise((resolve) => (release = resolve)))
        app.get('/hints', async (_request: Anything, reply: Anything) => {
          reply.writeEarlyHints(hints, () => calls++)
          reply.raw.writeProcessing(() => calls++)
          release('slow')
          await new Promise<void>((resolve) => (finish = resolve))
          return reply.send(bytes)
        })
      })
      const conversation = (await open()).send(head('GET', '/slow') + head('GET', '/hints'))
      await conversation.until(/slow.*103 .*102 [^\r]*\r\n\r\n$/s)
      assert.equal(calls, 2)
      finish()
      const received = await conversation.until(/0123456789$/)
      assert.deepEqual(
        statusesOf(received).map(({ status }) => status),
        [200, 103, 102, 200]
      )
      assert.ok(received.toLowerCase().includes(link))
    })

    test('early hints of a response that is already complete are dropped, and their callback is called', async (t) => {
      let release: (text: string) => void = () => {}
      let tell: () => void = () => {}
      const called = new Promise<void>((resolve) => {
        tell = resolve
      })
      const open = await serve(t, options, (app) => {
        app.get('/slow', () => new Promise((resolve) => (release = resolve)))
        app.get('/hints', (_request: Anything, reply: Anything) => {
          reply.writeEarlyHints(hints, tell)
          reply.send(bytes)
          release('slow')
        })
      })
      const conversation = (await open()).send(head('GET', '/slow') + head('GET', '/hints'))
      const received = await conversation.until(/0123456789$/)
      assert.deepEqual(
        statusesOf(received).map(({ status }) => status),
        [200, 200]
      )
      await called
    })

    test('invalid early hints throw when they are written, even before their turn', async (t) => {
      let release: (text: string) => void = () => {}
      const open = await serve(t, options, (app) => {
        app.get('/slow', () => new Promise((resolve) => (release = resolve)))
        app.get('/hints', (_request: Anything, reply: Anything) => {
          release('slow')
          assert.throws(() => reply.writeEarlyHints({ link: 'no link' }), { code: 'ERR_INVALID_ARG_VALUE' })
          assert.throws(() => reply.raw.writeEarlyHints({ link: 'no link' }), { code: 'ERR_INVALID_ARG_VALUE' })
          return 'refused'
        })
      })
      const conversation = (await open()).send(head('GET', '/slow') + head('GET', '/hints'))
      await conversation.until(/slow.*refused$/s)
    })

    test('checkContinue and checkExpectation listeners respond in turn', async (t) => {
      let release: (text: string) => void = () => {}
      const open = await serve(t, options, (app) => {
        app.server.on('checkContinue', (raw: Anything, rawReply: Anything) => {
          if (raw.url === '/refused') return rawReply.writeHead(417, { 'content-length': 0 }).end()
          rawReply.writeContinue()
          app.server.emit('request', raw, rawReply)
        })
        app.server.on('checkExpectation', (_raw: unknown, rawReply: Anything) => {
          rawReply.writeHead(200, { 'content-length': 7 }).end(Buffer.from('checked'))
        })
        app.get('/slow', () => new Promise((resolve) => (release = resolve)))
        app.get('/bytes', (_request: unknown, reply: Anything) => {
          release('slow')
          return reply.send(bytes)
        })
      })
      const conversation = (await open()).send(
        head('GET', '/slow') + head('GET', '/bytes', expects) + head('GET', '/', 'Expect: more\r\n')
      )
      const received = await conversation.send(head('GET', '/refused', expects)).until(/417 .*\r\n\r\n$/s)
      const finals = statusesOf(received).filter(({ status }) => status >= 200)
      assert.deepEqual(
        finals.map(({ status, body }) => [status, body]),
        [
          [200, 'slow'],
          [200, '0123456789'],
          [200, 'checked'],
          [417, '']
        ]
      )
    })
  })
}

describe('100 Continue is sent when the body is read', () => {
  const large = `${expects}${typed}Content-Length: 4000\r\n`
  for (const [name, options] of Object.entries(transports)) {
    test(`and not for a Content-Length over the limit, which gets 413 (${name})`, async (t) => {
      const open = await serve(t, { ...options, bodyLimit: 5000 }, (app) => {
        const echo = ({ body }: Anything) => `${(body as string).length}`
        app.post('/route', { bodyLimit: 100 }, echo)
        app.post(
          '/hooked',
          { bodyLimit: 100, preParsing: async (_request: unknown, _reply: unknown, body: unknown) => body },
          echo
        )
        app.addContentTypeParser(
          'text/small',
          { parseAs: 'string', bodyLimit: 100 },
          async (_request: unknown, body: string) => body
        )
        app.post('/', echo)
      })
      for (const [path, fields, status] of [
        ['/route', large, 413],
        ['/hooked', large, 413],
        ['/', large.replace('plain', 'small'), 413],
        ['/', large.replace('4000', '6000'), 413],
        ['/', large.replace('text/plain', 'text/none'), 415]
      ] as const) {
        const received = await (await open()).send(head('POST', path, fields)).until(/\r\n\r\n\{.*\}$/s)
        assert.deepEqual(
          statusesOf(received).map((answer) => answer.status),
          [status],
          path
        )
        assert.match(received, /^connection: close\r$/im)
      }
      const conversation = (await open()).send(head('POST', '/', large))
      await conversation.until(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n$/)
      assert.deepEqual(
        statusesOf(await conversation.send('x'.repeat(4000)).until(/4000$/)).map(({ status }) => status),
        [100, 200]
      )
    })

    test(`and not when an onRequest hook responds 401 (${name})`, async (t) => {
      const open = await serve(t, options, (app) => {
        app.addHook('onRequest', async (_request: unknown, reply: Anything) => reply.code(401).send('who?'))
        app.post('/', () => 'x')
      })
      const received = await (await open()).send(head('POST', '/', large)).closed()
      assert.deepEqual(statusesOf(received), [{ status: 401, body: 'who?' }])
    })
  }

  const readers: Readonly<Record<string, (app: Wild) => void>> = {
    'a handler that reads request.raw': (app) =>
      app.get('/', async ({ raw }: Anything) => `got ${(await raw.toArray()).join('')}`),
    'a content type parser that reads a stream': (app) => {
      app.addContentTypeParser('text/plain', async (_request: unknown, body: Readable) =>
        (await body.toArray()).join('')
      )
      app.post('/', ({ body }: Anything) => `got ${body}`)
    },
    'a preParsing hook': (app) => {
      app.addHook('preParsing', async (_request: unknown, _reply: unknown, body: Readable) =>
        Readable.from([Buffer.concat(await body.toArray())])
      )
      app.post('/', ({ body }: Anything) => `got ${body}`)
    },
    'a preParsing hook without a parser': (app) => {
      app.removeAllContentTypeParsers()
      app.addHook('preParsing', async (_request: unknown, reply: Anything, body: Readable) =>
        reply.send(`got ${(await body.toArray()).join('')}`)
      )
      app.post('/', () => 'x')
    },
    'a middleware in an onRequest hook': (app) => {
      app.addHook('onRequest', async ({ raw }: Anything, reply: Anything) =>
        reply.send(`got ${(await raw.toArray()).join('')}`)
      )
      app.post('/', () => 'x')
    },
    'another listener of the server': (app) => {
      const [own] = app.server.listeners('request')
      app.server.removeAllListeners('request')
      app.server.on('request', async (raw: Anything, rawReply: Anything) => {
        if (raw.url !== '/') return own(raw, rawReply)
        const text = (await raw.toArray()).join('')
        return rawReply.end(`got ${text}`)
      })
    },
    'a handler of a server of its own': (app) => app.post('/', ({ body }: Anything) => `got ${body}`)
  }
  for (const [name, declare] of Object.entries(readers)) {
    test(`by ${name}`, async (t) => {
      const method = name.includes('request.raw') ? 'GET' : 'POST'
      for (const exchange of ['auto', 'stock']) {
        const own = {
          serverFactory: (handler: never) => createServer((raw, rawReply) => (handler as Handler)(raw, rawReply))
        }
        const open = await serve(t, name.includes('of its own') ? own : { exchange }, declare)
        const conversation = (await open()).send(head(method, '/', `${expects}${typed}Content-Length: 4\r\n`))
        await conversation.until(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n$/)
        await conversation.send('text').until(/got text(\r\n0\r\n\r\n)?$/)
      }
    })
  }

  test('over HTTP/2', async (t) => {
    const { app } = createApp({ logger: false, http2: true })
    t.after(() => app.close())
    app.post('/', ({ body }: Anything) => `got ${body}`)
    app.post('/small', { bodyLimit: 2 }, ({ body }: Anything) => `got ${body}`)
    app.get('/hints', async (_request: unknown, reply: Anything) => {
      reply.writeEarlyHints(hints)
      return reply.send(bytes)
    })
    const client = connectHttp2(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
    t.after(() => client.destroy())
    const ask = async (path: string, method: string) => {
      const isInvited: unknown[] = []
      const fields = { expect: '100-continue', 'content-type': 'text/plain', 'content-length': 4 }
      const stream = client.request({ ':path': path, ':method': method, ...(method === 'POST' ? fields : {}) })
      stream.on('continue', () => {
        isInvited.push(100)
        stream.end('text')
      })
      stream.on('headers', (head) => head[':status'] !== 100 && isInvited.push(head[':status']))
      const [response] = await once(stream, 'response')
      isInvited.push(response[':status'])
      const text = (await stream.setEncoding('utf8').toArray()).join('')
      stream.destroy()
      return [...isInvited, text]
    }
    assert.deepEqual(await ask('/', 'POST'), [100, 200, 'got text'])
    assert.deepEqual((await ask('/small', 'POST'))[0], 413)
    assert.deepEqual(await ask('/hints', 'GET'), [103, 200, '0123456789'])
  })

  test('and not in inject, which responds normally', async (t) => {
    const { app } = createApp({ logger: false })
    t.after(() => app.close())
    app.post('/', (request: Anything, reply: Anything) => {
      reply.writeEarlyHints(hints)
      return reply.send(Buffer.from(`got ${request.body}`))
    })
    const headers = { expect: '100-continue', 'content-type': 'text/plain' }
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/', headers, payload: 'text' } as never)
    assert.deepEqual([statusCode, body], [200, 'got text'])
  })
})

test('a response without 100 Continue keeps its connection when the body has arrived', async (t) => {
  const open = await serve(t, {}, (app) => {
    app.post('/', async (_request: unknown, reply: Anything) => reply.send(bytes))
    app.get('/', () => 'next')
  })
  const conversation = (await open()).send(`${head('POST', '/', `${expects}${typed}Content-Length: 4\r\n`)}text`)
  await conversation.send(head('GET', '/', expects)).until(/next$/)
})

const split = 'a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'
const oddHints: Record<string, object> = {
  'a value with CR LF': { link: '</a>', 'x-a': split },
  'a name with CR LF': { link: '</a>', [`x-a: b\r\n${split}`]: 'c' },
  'a list value with CR LF': { link: '</a>', 'x-a': ['a', split] },
  'a link with CR LF': { link: `</a>; rel=preload\r\n${split}` },
  'an invalid name': { link: '</a>', 'x a': 'b' }
}

for (const [name, options] of Object.entries(transports)) {
  for (const [what, given] of Object.entries(oddHints)) {
    test(`reply.raw.writeEarlyHints with ${what} throws, and the response is complete (${name})`, async (t) => {
      const codes: unknown[] = []
      const open = await serve(t, options, (app) =>
        app.get('/', (_request: Anything, reply: Anything) => {
          try {
            reply.raw.writeEarlyHints(given)
          } catch (error) {
            codes.push((error as NodeJS.ErrnoException).code)
          }
          return 'fine'
        })
      )
      // The second response waits for its turn, so its hints wait too.
      const received = await (await open()).send(head('GET', '/') + head('GET', '/', 'Connection: close\r\n')).closed()
      assert.deepEqual(
        statusesOf(received).map(({ status, body }) => [status, body]),
        [
          [200, 'fine'],
          [200, 'fine']
        ]
      )
      assert.equal(codes.length, 2)
      for (const code of codes) assert.match(String(code), /^ERR_/)
    })
  }
}
