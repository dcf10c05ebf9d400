/**
 * The law: a response promises keep-alive if and only if its connection serves the next request. That holds for every response to a handshake.
 * Without a listener for handshakes, they are ordinary requests.
 */
import assert from 'node:assert/strict'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import fastifyWebsocket from '@fastify/websocket'
import fc from 'fast-check'
import { adopt } from '../../../src/plugin/fastify.ts'
import { budget } from '../../fuzz/budget.ts'
import { type ParsedAnswer as Answer, readAnswer } from '../../security/answer.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { portOf } from '../../security/wire.ts'
import { asClient, https } from '../../shared-key.ts'
import { arrival, until } from '../../until.ts'

class Client {
  readonly socket: Socket
  readonly #closed: Promise<void>
  isClosed = false
  #text = ''
  #at = 0

  constructor(port: number, isEncrypted = false) {
    const socket = isEncrypted ? connectTls({ port, host: '127.0.0.1', ...asClient }) : connect(port, '127.0.0.1')
    this.socket = socket.setEncoding('latin1').on('error', () => {})
    socket.on('data', (text: string) => {
      this.#text += text
    })
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.isClosed = true
        resolve()
      })
    })
  }

  ended(): Promise<void> {
    return arrival(this.#closed, 'the end of the connection')
  }

  /** Returns the response; `null` if the connection closes before it. */
  async ask(bytes: string, isHead = false): Promise<Answer | null> {
    this.socket.write(bytes, 'latin1')
    let answer: Answer | null = null
    await until(
      () => {
        answer = readAnswer(this.#text, this.#at, isHead, this.isClosed)
        return answer !== null || this.isClosed
      },
      `an answer to ${JSON.stringify(bytes)}`
    )
    this.#at = (answer as Answer | null)?.next ?? this.#at
    return answer
  }
}

function goesOn({ headers }: Answer): boolean {
  const said = headers.get('connection')?.join().toLowerCase() ?? ''
  assert.ok(!said.includes('close') || !headers.has('keep-alive'), 'close, and Keep-Alive')
  return !said.includes('close')
}

const handshakeOf = (protocol: string) =>
  `Connection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`

const message = (method: string, path: string, fields = '') => `${method} ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`

function* pieces() {
  yield 'one '
  yield 'two '
}

const answers: Readonly<Record<string, (reply: Anything, request: Anything) => unknown>> = {
  text: () => 'text',
  json: () => ({ a: 1 }),
  required: (reply) => reply.code(426).send('Connect with a websocket.'),
  empty: (reply) => reply.code(204).send(),
  nothing: (reply) => reply.send(),
  bytes: () => Buffer.alloc(70_000),
  stream: () => Readable.from(pieces()),
  'web-stream': () => new Blob(['web']).stream(),
  response: () => new Response('response', { status: 201 }),
  redirect: (reply) => reply.redirect('/text'),
  trailed: (reply) => reply.trailer('x-sum', async () => '1').send(Readable.from(pieces())),
  throws: () => {
    throw new Error('thrown')
  },
  never: () => new Promise(() => {}),
  promises: (reply) => reply.header('connection', 'keep-alive').header('keep-alive', 'timeout=5').send('promises'),
  hijacked: (reply) => void reply.hijack().raw.end('hijacked'),
  headed: (reply) =>
    void reply.hijack().raw.writeHead(403, { Connection: 'keep-alive', 'Keep-Alive': 'timeout=5' }).end(),
  listed: (reply) =>
    void reply.hijack().raw.writeHead(403, 'No', ['x-a', 'connection', 'connection', 'keep-alive']).end('listed'),
  paired: (reply) =>
    void reply
      .hijack()
      .raw.writeHead(403, [
        ['Connection', 'keep-alive'],
        ['Keep-Alive', 'timeout=5']
      ])
      .end('paired'),
  kept: (reply) => void reply.hijack().raw.setHeader('Keep-Alive', 'timeout=5').end('kept'),
  removed: (reply) => {
    reply.raw.removeHeader('connection')
    return reply.send('removed')
  },
  set: (reply) => {
    reply.raw.setHeader('Connection', 'keep-alive')
    reply.raw.setHeader('Keep-Alive', 'timeout=5')
    reply.raw.setHeader('Set-Cookie', ['a=1', 'b=2'])
    return reply.send('set')
  },
  missing: (reply) => reply.callNotFound()
}

const refuse = async (_request: unknown, reply: Anything) => reply.code(401).send({ message: 'no' })

function declare(app: Anything): void {
  for (const [name, answer] of Object.entries(answers))
    app.get(`/${name}`, { handlerTimeout: 100 }, (request: unknown, reply: unknown) => answer(reply, request))
  app.get('/refused', { onRequest: refuse }, () => 'refused')
  app.get('/refused-later', { preHandler: refuse }, () => 'refused')
  const querystring = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
  app.get('/invalid', { schema: { querystring } }, () => 'invalid')
  app.post('/posted', () => 'posted')
}

const paths = [...Object.keys(answers), 'refused', 'refused-later', 'invalid', 'nowhere', '%zz', 'x?a=%'].map(
  (path) => `/${path}`
)

/** Each with an app that responds to refused handshakes. */
const listeners: Readonly<Record<string, (app: Anything) => unknown>> = {
  none: () => {},
  'a plugin': (app) => app.register(adopt(fastifyWebsocket as Anything, { route: ['wsHandler'] })),
  'a plugin behind a hook that refuses': (app) => {
    app.addHook('onRequest', async (request: Anything, reply: Anything) =>
      request.headers.upgrade === undefined ? undefined : refuse(request, reply)
    )
    return app.register(adopt(fastifyWebsocket as Anything, { route: ['wsHandler'] }))
  },
  'a listener of its own': (app) =>
    app.server.on('upgrade', (raw: IncomingMessage, socket: Socket) => {
      const rawReply = new ServerResponse(raw)
      rawReply.assignSocket(socket)
      app.routing(raw, rawReply)
    })
}

const options: readonly object[] = [
  {},
  { frameworkErrors: (_e: unknown, _q: unknown, reply: Anything) => reply.send('framework') }
]

async function open({ exchange, listener, option, isEncrypted }: Setup): Promise<{ app: Anything; port: number }> {
  const { app } = createApp({ exchange, ...option, ...(isEncrypted && { https }) })
  await listeners[listener]?.(app)
  declare(app)
  return { app, port: await portOf(app as never) }
}

interface Setup {
  readonly exchange: string
  readonly listener: string
  readonly option: object
  readonly isEncrypted: boolean
}

const setups: fc.Arbitrary<Setup> = fc.record({
  exchange: fc.constantFrom('auto', 'stock'),
  listener: fc.constantFrom(...Object.keys(listeners)),
  option: fc.constantFrom(...options),
  isEncrypted: fc.boolean()
})

const messages = fc.array(
  fc.record({
    path: fc.constantFrom(...paths),
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE'),
    protocol: fc.constantFrom(null, null, 'websocket', 'WebSocket', 'h2c', 'foo/1, websocket')
  }),
  { minLength: 1, maxLength: 6 }
)

test('a response keeps its connection alive if and only if the next request on it is served', () =>
  fc.assert(
    fc.asyncProperty(setups, messages, async (setup, list) => {
      const { app, port } = await open(setup)
      const client = new Client(port, setup.isEncrypted)
      try {
        for (const { method, path, protocol } of list) {
          const about = JSON.stringify([setup, method, path, protocol])
          const answer = await client.ask(
            message(method, path, protocol === null ? '' : handshakeOf(protocol)),
            method === 'HEAD'
          )
          assert.ok(answer, `no answer to ${about}`)
          // After 101, the connection has another protocol.
          if (answer.status === 101) return
          if (goesOn(answer)) continue
          await client.ended()
          return
        }
        assert.equal((await client.ask(message('GET', '/text')))?.status, 200)
      } finally {
        client.socket.destroy()
        await app.close()
      }
    }),
    budget(60)
  ))

for (const exchange of ['auto', 'stock'])
  describe(`handshakes, ${exchange}`, () => {
    const start = async (t: TestContext, listener: string) => {
      const { app, port } = await open({ exchange, listener, option: {}, isEncrypted: false })
      t.after(() => app.close())
      return new Client(port)
    }

    test('refused by a hook get Connection: close, and the connection ends', async (t) => {
      const client = await start(t, 'a plugin')
      const answer = await client.ask(message('GET', '/refused', handshakeOf('websocket')))
      assert.deepEqual([answer?.status, answer && goesOn(answer)], [401, false])
      await client.ended()
    })

    test('without an upgrade listener are ordinary requests', async (t) => {
      const client = await start(t, 'none')
      for (const protocol of ['h2c', 'websocket']) {
        const answer = await client.ask(message('GET', '/text', handshakeOf(protocol)))
        assert.deepEqual([answer?.status, answer && goesOn(answer)], [200, true])
      }
      client.socket.destroy()
    })

    test('refused with more bytes behind them get the response, and the connection ends', async (t) => {
      const client = await start(t, 'a listener of its own')
      const answer = await client.ask(message('GET', '/required', handshakeOf('websocket')) + 'x'.repeat(100_000))
      assert.equal(answer?.status, 426)
      await client.ended()
    })

    for (const [drain, when] of [
      [500, 'while the app drains'],
      [0, 'without a drain']
    ] as const)
      for (const moment of ['before', 'behind'])
        test(`${moment} the preClose of the plugin ${when} get 503, and hooks and handlers do not run`, async (t) => {
          const { app } = createApp({ exchange })
          const called: string[] = []
          let isClosing = false
          let goOn = (): void => {}
          const gate = new Promise<void>((resolve) => {
            goOn = resolve
          })
          if (moment === 'before')
            app.addHook('preClose', async () => {
              isClosing = true
              await gate
            })
          await app.register(adopt(fastifyWebsocket as Anything, { route: ['wsHandler'] }))
          if (moment === 'behind')
            app.addHook('preClose', async () => {
              isClosing = true
              await gate
            })
          app.addHook('onRequest', async () => void called.push('hook'))
          app.route({
            method: 'GET',
            url: '/',
            handler: () => called.push('handler'),
            wsHandler: () => called.push('socket')
          })
          const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1', drain })).port)
          t.after(() => app.close())
          const client = new Client(port)
          await until(() => !client.socket.connecting, 'the connection')
          const closing = app.close()
          await until(() => isClosing, 'preClose')
          const answer = await client.ask(message('GET', '/', handshakeOf('websocket')))
          assert.deepEqual([answer?.status, answer?.headers.get('connection')?.join().toLowerCase()], [503, 'close'])
          assert.deepEqual(called, [])
          await client.ended()
          goOn()
          await closing
        })

    test('for another protocol without a listener are served while the app drains', async (t) => {
      const { app } = createApp({ exchange })
      app.get('/', () => 'served')
      const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1', drain: 200 })).port)
      t.after(() => app.close())
      const client = new Client(port)
      await until(() => !client.socket.connecting, 'the connection')
      const closing = app.close()
      const answer = await client.ask(message('GET', '/', handshakeOf('h2c')))
      assert.deepEqual([answer?.status, answer?.body], [200, 'served'])
      await closing
    })
  })

test('a refused injectWS handshake rejects with its status', async () => {
  const { app } = createApp()
  await app.register(adopt(fastifyWebsocket as Anything, { route: ['wsHandler'] }))
  app.route({ method: 'GET', url: '/', onRequest: refuse, handler: () => '', wsHandler() {} })
  await app.ready()
  await assert.rejects(app.injectWS('/'), /401/)
  await app.close()
})
