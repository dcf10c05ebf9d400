// Exchanges without an end of their own while an app closes: their signal aborts at once, and they are destroyed after `closeTimeout`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import websocket from '@fastify/websocket'
import plugin from 'fastify-plugin'
import { type App, espalier } from '../../src/index.ts'
import { connectTo, https } from '../shared-key.ts'
import { closeOf, until } from '../until.ts'

const timeout = 30_000
const exchanges = ['auto', 'stock'] as const

interface Inside {
  signal: AbortSignal | null
  /** Settles when the source of the response was released. */
  released: Promise<unknown>
}

type Handler = (request: { signal: AbortSignal }, reply: never, inside: Inside) => unknown

interface RawReply {
  /** Begins an event stream that continues after the handler has returned. */
  beginEvents(): void
  readonly raw: import('node:http').ServerResponse
  hijack(): RawReply
}

function begun(inside: Inside): PassThrough {
  const stream = new PassThrough()
  inside.released = once(stream, 'close')
  stream.write('begun')
  return stream
}

const handlers: Record<string, Handler> = {
  'a Node stream': (_request, _reply, inside) => begun(inside),
  'a web stream': (_request, _reply, inside) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('begun'))
        inside.released = new Promise((resolve) => Object.assign(inside, { resolve }))
      },
      cancel: () => Reflect.get(inside, 'resolve')()
    }),
  'a response written to reply.raw': async (_request, reply: RawReply, inside) => {
    inside.released = once(reply.raw, 'close')
    reply.raw.write('begun')
    await inside.released
  },
  'an event stream written by a plugin': async (_request, reply: RawReply, inside) => {
    inside.released = once(reply.raw, 'close')
    reply.beginEvents()
  },
  'a hijacked reply': (_request, reply: RawReply, inside) => {
    reply.hijack()
    inside.released = once(reply.raw, 'close')
    reply.raw.write('begun')
  },
  'a hijacked reply without a head': (_request, reply: RawReply, inside) => {
    reply.hijack()
    inside.released = once(reply.raw, 'close')
  }
}

interface Options {
  readonly exchange?: 'auto' | 'stock'
  readonly http2?: boolean
  readonly https?: object
  readonly closeTimeout?: number
  readonly compat?: 'fastify'
}

/** As plugins for event streams do: writes to `reply.raw`. */
const events = plugin(async (app) => {
  app.decorateReply('beginEvents', function () {
    this.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    this.raw.write('data: begun\n\n')
  })
})

async function serve(t: TestContext, handler: Handler, options: Options, declare: (app: App) => unknown = () => {}) {
  const app = espalier(options as object)
  await app.register(events as never)
  await declare(app)
  const inside: Inside = { signal: null, released: Promise.resolve() }
  let enter = () => {}
  const entered = new Promise<void>((resolve) => {
    enter = resolve
  })
  const aborted: unknown[] = []
  app.addHook('onRequestAbort', async (request) => void aborted.push(request.url))
  app.get('/', (request, reply) => {
    inside.signal = request.signal
    const result = handler(request, reply as never, inside)
    enter()
    return result as never
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.server.closeAllConnections?.())
  const { port } = app.server.address() as { port: number }
  return { app, port, inside, entered, aborted }
}

function ask(port: number, head = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n') {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk
  })
  socket.write(head)
  return { socket, closed: closeOf(socket).then(() => received) }
}

const isClosing = (signal: AbortSignal | null) =>
  signal?.aborted === true && (signal.reason as { code?: string }).code === 'ESP_ERR_APP_CLOSING'

/** Closes the app while its handler runs. Its request must end as if the client had disconnected. */
async function seeCutOff(served: Awaited<ReturnType<typeof serve>>, closed: Promise<unknown>): Promise<void> {
  const { app, inside, entered, aborted } = served
  await entered
  await app.close()
  await closed
  await inside.released
  assert.ok(isClosing(inside.signal))
  assert.deepEqual(aborted, ['/'])
}

for (const exchange of exchanges) {
  describe(`close() (${exchange})`, () => {
    for (const [name, handler] of Object.entries(handlers)) {
      test(`destroys ${name} after closeTimeout, as after a client disconnect`, { timeout }, async (t) => {
        const served = await serve(t, handler, { exchange, closeTimeout: 50 })
        const { closed } = ask(served.port)
        await seeCutOff(served, closed)
      })

      // A web stream ends only when its source does.
      if (name === 'a web stream') continue
      test(`aborts the signal of ${name} at once and waits for its own end`, { timeout }, async (t) => {
        const ending: Handler = (request, reply: RawReply, inside) => {
          const answer = handler(request, reply as never, inside)
          request.signal.addEventListener('abort', () => {
            if (answer instanceof PassThrough) answer.end(' and over')
            else reply.raw.end(' and over')
          })
          return answer
        }
        const { app, port, entered } = await serve(t, ending, { exchange, closeTimeout: 3_600_000 })
        const { closed } = ask(port)
        await entered
        await app.close()
        assert.match(await closed, /and over/)
      })
    }

    for (const [event, head] of Object.entries({
      upgrade: 'GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
      connect: 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'
    })) {
      test(`destroys a socket handed over by ${event} after closeTimeout`, { timeout }, async (t) => {
        const { app, port } = await serve(t, () => '', { exchange, closeTimeout: 50 })
        const handedOver = new Promise<Socket>((resolve) => {
          app.server.on(event, (_request: unknown, socket: Socket) => resolve(socket))
        })
        const { closed } = ask(port, head)
        const socket = await handedOver
        await app.close()
        await closed
        assert.ok(socket.destroyed)
      })
    }

    test('destroys a WebSocket that its client does not close', { timeout }, async (t) => {
      let open = () => {}
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      const options = { exchange, closeTimeout: 50 }
      const { app, port } = await serve(
        t,
        () => '',
        options,
        async (declared) => {
          await declared.register(websocket as never)
          declared.get('/socket', { websocket: true } as object, (() => open()) as never)
        }
      )
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13'
      const upgrade = `Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}`
      const { closed } = ask(port, `GET /socket HTTP/1.1\r\n${upgrade}\r\n\r\n`)
      await opened
      await app.close()
      assert.match(await closed, /101/)
    })

    test('does not abort the signal of a request whose handler still runs', { timeout }, async (t) => {
      let answer = (_text: string) => {}
      const { app, port, inside, entered } = await serve(
        t,
        () =>
          new Promise((resolve) => {
            answer = resolve
          }),
        { exchange, closeTimeout: 3_600_000 }
      )
      const { closed } = ask(port)
      await entered
      const isClosed = app.close()
      await until(() => !app.server.listening, 'the close')
      assert.equal(inside.signal?.aborted, false)
      answer('answered')
      assert.match(await closed, /200 OK[\s\S]*answered$/)
      await isClosed
    })

    test('aborts the signal of a running handler after closeTimeout, and the handler still responds', {
      timeout
    }, async (t) => {
      const waiting: Handler = ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      const { app, port, entered } = await serve(t, waiting, { exchange, closeTimeout: 50 })
      const { closed } = ask(port)
      await entered
      await app.close()
      assert.match(await closed, /^HTTP\/1.1 503[\s\S]*ESP_ERR_APP_CLOSING/)
    })

    for (const options of [{ closeTimeout: 0 }, { compat: 'fastify' }] as const) {
      test(`waits for a stream and does not abort its signal with ${JSON.stringify(options)}`, {
        timeout
      }, async (t) => {
        const stream = new PassThrough()
        const { app, port, inside, entered } = await serve(t, () => stream, { exchange, ...options })
        stream.write('begun')
        const { closed } = ask(port)
        await entered
        const isClosed = app.close()
        await until(() => !app.server.listening, 'the close')
        for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
        assert.equal(inside.signal?.aborted, false)
        stream.end('over')
        assert.match(await closed, /over/)
        await isClosed
      })
    }

    test('lets a process with an open event stream exit', { timeout }, async () => {
      const program = `
        import { espalier } from '${new URL('../../src/index.js', import.meta.url)}'
        import { PassThrough } from 'node:stream'
        const app = espalier({ exchange: '${exchange}', closeTimeout: 100 })
        app.get('/', () => {
          const stream = new PassThrough()
          stream.write('begun')
          return stream
        })
        process.on('message', () => { process.disconnect(); app.close() })
        await app.listen({ port: 0, host: '127.0.0.1' })
        process.send(app.server.address().port)
      `
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        cwd: fileURLToPath(new URL('.', import.meta.url))
      })
      const [port] = (await once(child, 'message')) as [number]
      const { socket, closed } = ask(port)
      await once(socket, 'data')
      child.send('close')
      const [code] = await once(child, 'exit')
      assert.equal(code, 0)
      assert.match(await closed, /begun/)
    })
  })
}

describe('close() over HTTPS', () => {
  for (const [name, handler] of Object.entries(handlers)) {
    test(`destroys ${name} after closeTimeout`, { timeout }, async (t) => {
      const served = await serve(t, handler, { https, closeTimeout: 50 })
      const socket = await connectTo({ https }, { port: served.port })
      socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      const closed = closeOf(socket)
      await seeCutOff(served, closed)
    })
  }

  test('destroys a socket handed over by upgrade after closeTimeout', { timeout }, async (t) => {
    const { app, port } = await serve(t, () => '', { https, closeTimeout: 50 })
    const handedOver = new Promise<Socket>((resolve) => {
      app.server.on('upgrade', (_request: unknown, socket: Socket) => resolve(socket))
    })
    const client = await connectTo({ https }, { port })
    client.resume().write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
    const closed = closeOf(client)
    const socket = await handedOver
    await app.close()
    await closed
    assert.ok(socket.destroyed)
  })
})

describe('close() over HTTP/2', () => {
  for (const [name, handler] of Object.entries(handlers)) {
    test(`destroys ${name} after closeTimeout`, { timeout }, async (t) => {
      const { app, port, inside, entered } = await serve(t, handler, { http2: true, closeTimeout: 50 })
      const session = connectHttp2(`http://127.0.0.1:${port}`).on('error', () => {})
      const stream = session.request({ ':path': '/' })
      const closed = new Promise((resolve) => stream.on('close', resolve))
      stream.on('error', () => {}).resume()
      t.after(() => session.destroy())
      await entered
      await app.close()
      await closed
      await inside.released
      assert.ok(isClosing(inside.signal))
      assert.notEqual(stream.rstCode, 0, 'an answer that is cut off does not pass for a whole one')
    })
  }
})
