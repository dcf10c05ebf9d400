/**
 * The law: after an unread body, the next request on the connection is answered correctly, or the connection is closed. No byte of a body is parsed
 * as a request, and a client that sends forever is disconnected.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2 from 'node:http2'
import { connect, type Socket } from 'node:net'
import { type Readable, Transform, Writable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import fc from 'fast-check'
import { budget } from '../../fuzz/budget.ts'
import { readAnswer } from '../../security/answer.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { portOf } from '../../security/wire.ts'
import { asClient, https } from '../../shared-key.ts'
import { closeOf, until } from '../../until.ts'

/** Reads only a part. */
const stuck = () => new Writable({ highWaterMark: 1, write() {} })

/** Each reads a part of a body, and returns a promise that settles when reading ends. */
const ways: Readonly<Record<string, (body: Readable) => unknown>> = {
  'nothing is touched': () => {},
  'one chunk, then a pause': (body) =>
    new Promise<void>((resolve) => {
      body.once('data', () => {
        body.pause()
        resolve()
      })
      body.once('end', resolve)
    }),
  'one chunk of a listener that stays': (body) =>
    new Promise<void>((resolve) => {
      body.on('data', () => {
        body.pause()
        resolve()
      })
      body.once('end', resolve)
    }),
  'a pause at once': (body) => void body.pause(),
  'a pipe into a stuck stream': (body) => void body.pipe(stuck()),
  'a pipe that is destroyed': (body) => {
    const sink = stuck()
    body.pipe(sink)
    setImmediate(() => sink.destroy())
  },
  'an unread transform': (body) => void body.pipe(new Transform({ transform: (c, _e, done) => done(null, c) })),
  'some bytes by read()': (body) =>
    new Promise<void>((resolve) => {
      body.once('readable', () => {
        body.read(10)
        resolve()
      })
    }),
  'a loop that is left open': async (body) => {
    const iterator = body[Symbol.asyncIterator]()
    await iterator.next()
  },
  'a loop that breaks without destroying': async (body) => {
    for await (const _ of body.iterator({ destroyOnReturn: false })) break
  },
  'a loop that breaks': async (body) => {
    for await (const _ of body) break
  },
  'a failure in the middle': async (body) => {
    await once(body, 'data')
    throw new Error('in the middle')
  },
  'all of it': async (body) => {
    for await (const _ of body);
  },
  'all of it, by resume()': (body) => void body.resume()
}

function declare(app: Anything): void {
  const read = (request: Anything, body: Readable) =>
    (ways[request.headers['x-way']] as (body: Readable) => unknown)(body)
  const ends: Record<string, (reply: Anything) => unknown> = {
    text: () => 'part',
    stream: (reply) => reply.send(new Blob(['part']).stream()),
    hijacked: (reply) => void reply.hijack().raw.end('part'),
    throws: () => {
      throw new Error('part')
    }
  }
  const end = (request: Anything, reply: Anything) => ends[request.headers['x-end']]?.(reply)
  app.addContentTypeParser('text/part', async (request: Anything, body: Readable) => read(request, body))
  app.addContentTypeParser('text/none', (_request: unknown, _body: unknown, done: Anything) => done(null))
  app.post('/parser', end)
  app.post('/raw', async (request: Anything, reply: Anything) => {
    await read(request, request.raw)
    return end(request, reply)
  })
  app.post('/hook', {
    preParsing: async (request: Anything, _reply: unknown, body: Readable) => {
      await read(request, body)
      return new Blob(['replaced']).stream()
    },
    handler: end
  })
  app.post('/guard', { onRequest: async (request: Anything, reply: Anything) => end(request, reply) ?? reply }, end)
  app.get('/mark/:mark', ({ params }: Anything) => `mark ${params.mark}`)
}

interface Sent {
  readonly path: string
  readonly type: string
  readonly way: string
  readonly end: string
  readonly size: number
  readonly isChunked: boolean
  readonly isExpecting: boolean
  readonly isPipelined: boolean
}

function headOf({ path, type, way, end, size, isChunked, isExpecting }: Sent): string {
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`
  const expect = isExpecting ? 'Expect: 100-continue\r\n' : ''
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nx-way: ${way}\r\nx-end: ${end}\r\n${expect}${framing}\r\n\r\n`
}

/** The body consists of requests, in case it is parsed as such. */
function bodyOf({ size, isChunked }: Sent): string {
  const smuggled = 'GET /mark/smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
  const body = smuggled.repeat(Math.ceil(size / smuggled.length)).slice(0, size)
  return !isChunked ? body : `${size > 0 ? `${size.toString(16)}\r\n${body}\r\n` : ''}0\r\n\r\n`
}

/** Sends two requests. Returns what happened to the connection. */
async function converse(socket: Socket, sent: Sent): Promise<'answered' | 'closed'> {
  let text = ''
  let isOver = false
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (more: string) => {
    text += more
  })
  socket.on('close', () => {
    isOver = true
  })
  const next = () => {
    let at = 0
    for (let answer = readAnswer(text, at, false, isOver); answer; answer = readAnswer(text, at, false, isOver)) {
      at = answer.next
      assert.ok(!answer.body.includes('smuggled'), 'a body was read as a request')
      if (answer.body === 'mark 7') return 'answered'
      if (at === text.length) break
    }
    return isOver ? 'closed' : null
  }
  const mark = 'GET /mark/7 HTTP/1.1\r\nHost: a\r\n\r\n'
  socket.write(headOf(sent))
  // Without a 100 Continue, the client does not send its body, and cannot send a later message either.
  if (sent.isExpecting) {
    await until(() => text.includes('\r\n\r\n') || isOver, 'an invitation or an answer')
    if (text.startsWith('HTTP/1.1 100')) socket.write(bodyOf(sent))
    else if (/connection: keep-alive/i.test(text)) socket.write(bodyOf(sent))
  } else socket.write(bodyOf(sent))
  if (!sent.isPipelined) await until(() => /HTTP\/1.1 [2-5]/.test(text) || isOver, 'the first answer')
  socket.write(mark)
  let went: 'answered' | 'closed' | null = null
  await until(
    () => {
      went = next()
      return went !== null
    },
    `the second answer to ${JSON.stringify(sent)}`
  )
  return went as never
}

const sents: fc.Arbitrary<Sent> = fc.record({
  path: fc.constantFrom('/parser', '/raw', '/hook', '/guard'),
  type: fc.constantFrom('text/part', 'text/none'),
  way: fc.constantFrom(...Object.keys(ways)),
  end: fc.constantFrom('text', 'stream', 'hijacked', 'throws'),
  size: fc.oneof(fc.constantFrom(0, 1, 65_536, 600_000), fc.integer({ min: 0, max: 900_000 })),
  isChunked: fc.boolean(),
  isExpecting: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  isPipelined: fc.boolean()
})

const open = async (exchange: string, isEncrypted: boolean) => {
  const { app } = createApp({ exchange, handlerTimeout: 400, ...(isEncrypted && { https }) })
  declare(app)
  return { app, port: await portOf(app as never) }
}

const begin = (port: number, isEncrypted: boolean): Socket =>
  isEncrypted ? connectTls({ port, host: '127.0.0.1', ...asClient }) : connect(port, '127.0.0.1')

describe('after a partly read body the next request is served correctly or the connection is closed', () => {
  for (const [exchange, isEncrypted] of [
    ['auto', false],
    ['stock', false],
    ['auto', true]
  ] as const)
    test(`${exchange}${isEncrypted ? ', TLS' : ''}`, async () => {
      const { app, port } = await open(exchange, isEncrypted)
      await fc
        .assert(
          fc.asyncProperty(fc.array(sents, { minLength: 1, maxLength: 12 }), async (list) => {
            await Promise.all(
              list.map(async (sent) => {
                const socket = begin(port, isEncrypted)
                try {
                  await converse(socket, sent)
                } finally {
                  socket.destroy()
                }
              })
            )
          }),
          budget(12)
        )
        .finally(() => app.close())
    })
})

for (const exchange of ['auto', 'stock'])
  describe(`examples, ${exchange}`, () => {
    const start = async (t: TestContext) => {
      const { app, port } = await open(exchange, false)
      t.after(() => app.close())
      const socket = begin(port, false)
      t.after(() => void socket.destroy())
      return { app, port, socket }
    }
    const usual: Sent = {
      ...{ path: '/parser', type: 'text/part', way: '', end: 'text', size: 600_000 },
      ...{ isChunked: false, isExpecting: false, isPipelined: false }
    }

    for (const way of ['one chunk, then a pause', 'a pipe into a stuck stream', 'a loop that is left open'])
      for (const isChunked of [false, true])
        test(`${way}: the connection stays open, ${isChunked ? 'chunked' : 'with Content-Length'}`, async (t) => {
          const { socket } = await start(t)
          assert.equal(await converse(socket, { ...usual, way, isChunked }), 'answered')
        })

    test('a stalled reader gets ECONNRESET and no end event', async (t) => {
      const { app } = createApp({ exchange })
      t.after(() => app.close())
      const told: string[] = []
      app.addContentTypeParser('text/part', async (_request: unknown, body: Readable) => {
        body.pipe(stuck())
        body.on('error', (error: Anything) => told.push(error.code)).on('end', () => told.push('end'))
      })
      app.post('/', () => 'part')
      const socket = begin(await portOf(app as never), false)
      t.after(() => void socket.destroy())
      socket.write(headOf({ ...usual, path: '/' }) + bodyOf(usual))
      await until(() => told.length > 0, 'the error')
      assert.deepEqual(told, ['ECONNRESET'])
    })

    test('a reader that continues after the response gets the whole body', async (t) => {
      const { app } = createApp({ exchange })
      t.after(() => app.close())
      let length = 0
      app.addContentTypeParser('text/part', (_request: unknown, _body: unknown, done: Anything) => done(null))
      app.post('/', async ({ raw }: Anything) => {
        void (async () => {
          for await (const chunk of raw) {
            length += chunk.length
            await wait(10)
          }
        })()
        return 'accepted'
      })
      const socket = begin(await portOf(app as never), false)
      t.after(() => void socket.destroy())
      socket.write(headOf({ ...usual, path: '/' }))
      await once(socket, 'data')
      socket.write(bodyOf(usual))
      await until(() => length === usual.size, 'the whole body')
    })

    for (const way of ['nothing is touched', 'one chunk, then a pause', 'a pipe into a stuck stream'])
      test(`${way}: a client that sends without end is disconnected`, async (t) => {
        const { socket } = await start(t)
        const closed = closeOf(socket.on('error', () => {}))
        socket.resume().write(headOf({ ...usual, path: '/raw', type: 'text/none', way, isChunked: true }))
        const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
        const more = () => {
          if (!socket.destroyed) socket.write(chunk, () => setImmediate(more))
        }
        more()
        await closed
        // In addition to the limit of 1 MiB: buffers of both systems, and bytes between two checks.
        assert.ok(socket.bytesWritten - socket.writableLength < 64 * 2 ** 20)
      })
  })

test('HTTP/2: a stream with an unread body ends with its response and does not block other streams', async (t) => {
  const { app } = createApp({ http2: true })
  declare(app)
  const session = http2.connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.after(async () => {
    session.destroy()
    await app.close()
  })
  const post = (way: string) => {
    const stream = session.request({
      ...{ ':method': 'POST', ':path': '/parser', 'content-type': 'text/part' },
      ...{ 'x-way': way, 'x-end': 'text' }
    })
    stream.on('error', () => {}).resume()
    stream.write(Buffer.alloc(600_000))
    if (way === 'all of it') stream.end()
    return closeOf(stream)
  }
  const left = ['one chunk, then a pause', 'a pipe into a stuck stream', 'a loop that is left open'].flatMap((way) => [
    post(way),
    post(way)
  ])
  await Promise.all(left)
  await post('all of it')
  const marked = session.request({ ':path': '/mark/7' })
  let text = ''
  for await (const chunk of marked.setEncoding('utf8')) text += chunk
  assert.equal(text, 'mark 7')
})
