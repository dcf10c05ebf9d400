// Connections while an app closes (RFC 9112 §9.6): responses in progress end in bounded time, other connections are ended.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import { espalier } from 'espalier'
import { createApp, defer, holdRoot } from '../http-semantics/app.ts'
import { answersIn, type Conversation, converse, get, readAnswer } from '../http-semantics/raw.ts'
import { serve } from '../security/serve.ts'
import { until } from '../until.ts'

describe('close()', () => {
  const large = 30_000_000

  /** A client that stops reading in the middle of a large response. */
  async function sending(t: TestContext, options = {}) {
    const app = createApp(t, options)
    app.get('/', () => Buffer.alloc(large, 'x'))
    const conversation = await converse(await app.listen({ port: 0, host: '127.0.0.1' }))
    conversation.send(get('/'))
    await conversation.until(/x$/)
    conversation.socket.pause()
    return { app, conversation }
  }

  async function waiting(t: TestContext, options = {}) {
    const called: (() => void)[] = []
    const app = createApp(t, options)
    let entered = defer()
    app.get('/wait', () => {
      const answer = defer<string>()
      called.push(() => answer.resolve('waited for'))
      entered.resolve()
      entered = defer()
      return answer.promise
    })
    app.get('/', () => 'x')
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const enter = async (conversation: Conversation, requests = get('/wait')) => {
      const wanted = called.length + requests.split('GET /wait').length - 1
      conversation.send(requests)
      await until(() => called.length >= wanted, 'a handler')
    }
    /** Resolves when new requests are refused, and Node has closed the idle connections. */
    const startClosing = async () => {
      const closed = app.close()
      await until(() => !app.server.listening, 'the close')
      // In an object, because `await` would wait for a returned promise.
      return { closed }
    }
    /** Sends a pipelined request, and waits until the server has received it. */
    const sendBehind = async (conversation: Conversation) => {
      const arrived = once(app.server, 'request')
      conversation.send(get('/'))
      await arrived
    }
    return { app, origin, called, enter, startClosing, sendBehind }
  }

  /** Sends a second request while the first one is answered and the app closes. Returns both responses. */
  async function askWhileClosing(t: TestContext, options = {}) {
    const { origin, called, enter, startClosing, sendBehind } = await waiting(t, options)
    const conversation = await converse(origin)
    await enter(conversation)
    const { closed } = await startClosing()
    await sendBehind(conversation)
    called[0]?.()
    const answers = answersIn(await conversation.closed())
    await closed
    return answers
  }

  for (const exchange of ['auto', 'stock'] as const) {
    test(`waits for the response in progress and sends Connection: close on it (${exchange})`, async (t) => {
      const { app, origin, called, enter } = await waiting(t, { exchange })
      const conversation = await converse(origin)
      await enter(conversation)
      const closed = app.close()
      called[0]?.()
      const [answer] = readAnswer(await conversation.closed(), 'GET')
      assert.deepEqual([answer.status, answer.body, answer.headers.connection], [200, 'waited for', ['close']])
      await closed
    })

    test(`completes all pipelined requests and sends Connection: close on the last response only (${exchange})`, async (t) => {
      const { app, origin, called, enter } = await waiting(t, { exchange })
      const conversation = await converse(origin)
      await enter(conversation, get('/wait').repeat(3))
      const closed = app.close()
      for (const index of [2, 0, 1]) called[index]?.()
      const answers = answersIn(await conversation.closed())
      assert.deepEqual(
        answers.map(({ body, headers }) => [body, headers.connection]),
        [
          ['waited for', ['keep-alive']],
          ['waited for', ['keep-alive']],
          ['waited for', ['close']]
        ]
      )
      await closed
    })
  }

  test('responds 503 to a new request on an open connection and completes the accepted request', async (t) => {
    const [first, second] = await askWhileClosing(t)
    assert.deepEqual([first?.status, second?.status, second?.headers.connection], [200, 503, ['close']])
  })

  test('serves a new request on an open connection with return503OnClosing: false', async (t) => {
    const [first, second] = await askWhileClosing(t, { return503OnClosing: false })
    assert.deepEqual([first?.body, second?.body, second?.headers.connection], ['waited for', 'x', ['close']])
  })

  for (const exchange of ['auto', 'stock'] as const) {
    test(`sends the rest of a response that the client is still reading (${exchange})`, async (t) => {
      const { app, conversation } = await sending(t, { exchange })
      const closed = app.close()
      await sleep(150)
      conversation.socket.resume()
      const [answer] = readAnswer(await conversation.closed(), 'GET')
      assert.equal(answer.body.length, large)
      await closed
    })

    // One case waits for the default, ten seconds.
    const limit = exchange === 'auto' ? {} : { closeTimeout: 500 }
    test(`destroys a connection whose client does not read its response (${exchange})`, {
      timeout: 600_000
    }, async (t) => {
      const { app, conversation } = await sending(t, { exchange, ...limit })
      await app.close()
      conversation.socket.resume()
      assert.ok((await conversation.closed()).length < large)
    })
  }

  test('completes although the client of an HTTP/2 stream does not read it', { timeout: 600_000 }, async (t) => {
    const app = createApp(t, { http2: true, closeTimeout: 500 } as never)
    app.get('/', () => Buffer.alloc(large, 'x'))
    const client = connectHttp2(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
    client.on('error', () => {})
    const stream = client.request({ ':path': '/' }).on('error', () => {})
    await once(stream, 'response')
    await app.close()
    client.destroy()
  })

  test('ends silent connections, idle connections and connections with half a head', {
    timeout: 600_000
  }, async (t) => {
    const { app, origin } = await waiting(t)
    const [silent, idle, half] = await Promise.all([converse(origin), converse(origin), converse(origin)])
    idle.send(get('/'))
    await idle.until(/x$/)
    half.send('GET / HTT')
    await sleep(20)
    await app.close()
    assert.deepEqual(await Promise.all([silent.closed(), half.closed()]), ['', ''])
    await idle.closed()
  })

  test('ends the connection after a stream whose head said Connection: keep-alive', async (t) => {
    const app = createApp(t)
    const source = new Readable({ read() {} })
    app.get('/', (_request, reply) => reply.send(source))
    const conversation = await converse(await app.listen({ port: 0, host: '127.0.0.1' }))
    conversation.send(get('/'))
    source.push('first ')
    await conversation.until(/first/)
    const closed = app.close()
    await new Promise(setImmediate)
    source.push('last')
    source.push(null)
    const [answer] = readAnswer(await conversation.closed(), 'GET')
    assert.deepEqual([answer.body, answer.headers.connection], ['first last', ['keep-alive']])
    await closed
  })

  test('leaves an upgraded connection open until its owner ends it', async (t) => {
    const app = createApp(t)
    app.server.on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: own\r\n\r\n')
      owner = socket
    })
    let owner: import('node:stream').Duplex | undefined
    let isOpen: boolean | undefined
    app.addHook('preClose', async () => {
      await sleep(700)
      isOpen = owner?.writable
      owner?.end('bye')
    })
    const conversation = await converse(await app.listen({ port: 0, host: '127.0.0.1' }))
    conversation.send(get('/', 'Connection: upgrade\r\nUpgrade: own\r\n'))
    await conversation.until(/101/)
    const closed = app.close()
    assert.match(await conversation.closed(), /bye$/)
    assert.equal(isOpen, true)
    await closed
  })

  test('waits for a response in progress on a secondary address of localhost', async (t) => {
    const app = createApp(t)
    const { entered, answer } = holdRoot(app)
    await app.listen({ port: 0 })
    const secondary = app.addresses()[0] as import('node:net').AddressInfo
    const host = secondary.family === 'IPv6' ? `[${secondary.address}]` : secondary.address
    const conversation = await converse(`http://${host}:${secondary.port}`)
    conversation.send(get('/'))
    await entered
    let isClosed = false
    const closed = app.close().then(() => {
      isClosed = true
    })
    await sleep(50)
    assert.equal(isClosed, false)
    answer('kept')
    assert.match(await conversation.closed(), /kept$/)
    await closed
  })

  const handshake =
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`

  for (const exchange of ['auto', 'stock'] as const)
    test(`ends a connection whose upgrade an onRequest hook has refused (${exchange})`, async (t) => {
      const app = createApp(t, { exchange })
      app.addHook('onRequest', async (_request, reply) => reply.code(401).send('refused'))
      app.register(websocket as never)
      const conversation = await converse(await app.listen({ port: 0, host: '127.0.0.1' }))
      conversation.send(handshake)
      await conversation.until(/refused$/)
      const closed = app.close()
      assert.match(await conversation.closed(), /^HTTP\/1.1 401/)
      await closed
    })

  test('keeps a connection with a 101 response open within closeTimeout', async (t) => {
    const app = createApp(t)
    app.server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
      const answer = new ServerResponse(request)
      answer.assignSocket(socket)
      answer.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end()
      socket.on('data', (said) => socket.end(said))
    })
    const conversation = await converse(await app.listen({ port: 0, host: '127.0.0.1' }))
    conversation.send(handshake)
    await conversation.until(/\r\n\r\n$/)
    const closed = app.close()
    await sleep(700)
    conversation.send('still there')
    assert.match(await conversation.closed(), /still there$/)
    await closed
  })

  test('with forceCloseConnections: true destroys connections with a request in progress', async (t) => {
    const { app, origin, enter } = await waiting(t, { forceCloseConnections: true })
    const conversation = await converse(origin)
    await enter(conversation)
    await app.close()
    assert.equal(await conversation.closed(), '')
  })

  test('with forceCloseConnections: false keeps connections open, as Fastify does', async (t) => {
    const { origin, called, enter, startClosing } = await waiting(t, { forceCloseConnections: false })
    const conversation = await converse(origin)
    await enter(conversation)
    const { closed } = await startClosing()
    called[0]?.()
    await conversation.until(/waited for$/)
    assert.match(conversation.received, /connection: keep-alive/i)
    conversation.send(get('/'))
    await conversation.until(/503/)
    await closed
  })
})

test("forceCloseConnections: 'idle' throws for a serverFactory server that has only `on`", async () => {
  const serverFactory = () => ({ on() {} }) as never
  const code = 'FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE'
  assert.throws(() => espalier({ forceCloseConnections: 'idle', serverFactory }), { code })
})

for (const exchange of ['auto', 'stock'])
  test(`closeTimeout limits close() while a client reads nothing of its response (${exchange})`, async (t) => {
    const { app, port } = await serve(t, { exchange, closeTimeout: 200 }, (app) => {
      app.get('/', () => Buffer.alloc(50_000_000))
    })
    const socket = connect(port, '127.0.0.1')
    t.after(() => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    await once(socket, 'readable')
    const started = performance.now()
    await app.close()
    // The default is ten seconds.
    assert.ok(performance.now() - started < 9000)
  })
