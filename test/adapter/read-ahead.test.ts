/**
 * The law: when a client leaves a connection that is not being read, the connection closes, the signals of its handlers abort, and waiting handlers
 * never start. Other clients get all responses in order. `RUNS` and `SEED` set the number of cases and the first one.
 */
import assert from 'node:assert/strict'
import { connect as connectHttp2 } from 'node:http2'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { holdClock } from '../held-clock.ts'
import { type Anything, createApp, type Wild } from '../security/wild.ts'
import { request } from '../security/wire.ts'
import { connectTo, https } from '../shared-key.ts'
import { closeOf, until } from '../until.ts'

const carriers: Readonly<Record<string, object>> = {
  stock: { exchange: 'stock' },
  auto: {},
  'TLS, stock': { https, exchange: 'stock' },
  TLS: { https }
}

type Leave = 'end' | 'destroy' | 'reset'

interface Served {
  readonly app: Wild
  readonly started: () => number
  readonly aborted: () => number
  /** The number of handlers that neither responded nor were notified. */
  readonly running: () => number
  readonly connections: () => Promise<number>
  readonly answer: (count: number) => void
  open(): Promise<Socket>
}

async function serve(t: TestContext | null, options: object): Promise<Served> {
  const { app } = createApp({ logger: false, handlerTimeout: 0, ...options })
  const waiting: (() => void)[] = []
  const running = new Set<object>()
  let started = 0
  let aborted = 0
  app.addContentTypeParser('text/stream', (_request: Anything, stream: Anything, done: Anything) => done(null, stream))
  const wait = async ({ params, signal }: Anything) => {
    started++
    running.add(signal)
    signal.addEventListener('abort', () => {
      aborted++
      running.delete(signal)
    })
    await new Promise<void>((resolve) => waiting.push(resolve))
    running.delete(signal)
    return `<${params.name}>`
  }
  app.get('/soon/:name', async ({ params }: Anything) => {
    await turn()
    return `<${params.name}>`
  })
  app.get('/first', () => '<first>')
  app.get('/quick/:name', ({ params }: Anything) => `<${params.name}>${'q'.repeat(params.name.length * 400)}`)
  app.route({ method: ['GET', 'POST'], url: '/held/:name', handler: wait })
  app.get('/hook/:name', {
    onRequestAbort: async (_request: Anything) => void aborted++,
    handler: async () => {
      started++
      await new Promise<void>((resolve) => waiting.push(resolve))
      return 'late'
    }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    app.server.closeAllConnections()
    await app.close()
  }
  t?.after(close)
  const open = async () => {
    const socket = await connectTo(options, app.server.address())
    socket.on('error', () => {})
    t?.after(() => socket.destroy())
    return socket
  }
  return {
    app: Object.assign(app, { end: close }),
    started: () => started,
    aborted: () => aborted,
    running: () => running.size,
    connections: promisify(app.server.getConnections.bind(app.server)) as () => Promise<number>,
    answer: (count) => {
      for (const answer of waiting.splice(0, count)) answer()
    },
    open
  }
}

const get = (path: string) => request(path).toString('latin1')
const many = (path: string, count: number) =>
  Array.from({ length: count }, (_, place) => get(`${path}/${place}`)).join('')
const upload = (path: string, size: number, sent = size) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/stream\r\nContent-Length: ${size}\r\n\r\n${'b'.repeat(sent)}`

function leave(socket: Socket, how: Leave): void {
  if (how === 'end') socket.end()
  else if (how === 'destroy') socket.destroy()
  else socket.resetAndDestroy()
}

/** Waits until the server has no connection, and all started handlers were notified. */
async function nothingIsLeft({ aborted, started, connections }: Served): Promise<void> {
  await until(async () => (await connections()) === 0 && aborted() === started(), 'nothing is left')
}

const bodies = (text: string) => [...text.matchAll(/<([^>]*)>/g)].map(([, body]) => body)

for (const [carrier, options] of Object.entries(carriers))
  describe(`a client disconnect (${carrier})`, () => {
    const ways: Readonly<Record<string, string>> = {
      'with a thousand requests, most of them waiting': many('/held', 1000),
      'with nine thousand requests, most of them unparsed': many('/held', 9000),
      'with requests whose handlers have onRequestAbort': many('/hook', 300),
      'with two running requests': many('/held', 2),
      'with one running request and many responses waiting behind it': get('/held/a') + many('/quick', 2000),
      'with an unread body': upload('/held/a', 400_000),
      'in the middle of an unread body': upload('/held/a', 400_000, 300_000),
      'with requests behind an unread body': upload('/held/a', 200_000) + many('/held', 300)
    }
    for (const [what, bytes] of Object.entries(ways))
      test(`${what} leaves no connection, by end, destroy and reset`, { timeout: 60_000 }, async (t) => {
        const served = await serve(t, options)
        for (const how of ['end', 'destroy', 'reset'] as const) {
          if (how === 'reset' && 'https' in options) continue
          const before = served.started()
          const socket = await served.open()
          socket.write(get('/first'))
          await new Promise((resolve) => socket.once('data', resolve))
          await new Promise((resolve) => socket.write(bytes, resolve))
          await until(() => served.started() > before, 'a handler runs')
          leave(socket, how)
          await nothingIsLeft(served)
          assert.ok(served.started() <= before + 100)
        }
      })

    test('is detected on fifteen connections at once', { timeout: 60_000 }, async (t) => {
      const served = await serve(t, options)
      const sockets = await Promise.all(Array.from({ length: 15 }, served.open))
      for (const socket of sockets) socket.write(many('/held', 9000))
      await until(() => served.started() === 1500, 'the handlers run')
      for (const socket of sockets) socket.destroy()
      await nothingIsLeft(served)
      assert.equal(served.started(), 1500)
    })

    test('is detected with maxRequestsInFlight 0, 1 and 2', {
      timeout: 60_000
    }, async (t) => {
      for (const maxRequestsInFlight of [0, 1, 2]) {
        const served = await serve(t, { ...options, maxRequestsInFlight })
        const socket = await served.open()
        await new Promise((resolve) => socket.write(many('/held', 500), resolve))
        await until(() => served.started() === (maxRequestsInFlight || 500), 'the handlers run')
        socket.destroy()
        await nothingIsLeft(served)
      }
    })

    test('by half-close still delivers all responses', { timeout: 60_000 }, async (t) => {
      const served = await serve(t, options)
      const socket = await served.open()
      let received = ''
      socket.setEncoding('latin1').on('data', (text) => (received += text))
      socket.end(many('/quick', 3000))
      await closeOf(socket)
      assert.deepEqual(
        bodies(received),
        Array.from({ length: 3000 }, (_, place) => String(place))
      )
      await nothingIsLeft(served)
    })
  })

const part = fc.oneof(
  { weight: 3, arbitrary: fc.record({ path: fc.constant('/held'), count: fc.integer({ min: 1, max: 1500 }) }) },
  { weight: 2, arbitrary: fc.record({ path: fc.constant('/quick'), count: fc.integer({ min: 1, max: 600 }) }) },
  fc.record({ path: fc.constant('/upload'), count: fc.integer({ min: 1, max: 300_000 }) })
)
const bytesOf = ({ path, count }: { path: string; count: number }) =>
  path === '/upload' ? upload('/held/upload', count) : many(path, count)

const client = fc.record({
  parts: fc.array(part, { minLength: 1, maxLength: 4 }),
  sent: fc.double({ min: 0.05, max: 1, noNaN: true }),
  pieces: fc.integer({ min: 1, max: 8 }),
  answers: fc.nat(150),
  reads: fc.boolean(),
  how: fc.constantFrom<Leave>('end', 'destroy', 'reset')
})

test('random disconnects leave no connection, and another client gets all responses in order', {
  timeout: 600_000
}, async () => {
  const { RUNS = '40', SEED } = process.env
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(carriers)),
      fc.array(client, { minLength: 1, maxLength: 3 }),
      fc.record({ path: fc.constantFrom('/quick', '/soon'), count: fc.integer({ min: 1, max: 3000 }) }),
      fc.constantFrom(0, 1, 3, 100),
      async (options, clients, stays, maxRequestsInFlight) => {
        const served = await serve(null, { ...options, maxRequestsInFlight })
        try {
          const honest = await served.open()
          let received = ''
          honest.setEncoding('latin1').on('data', (text) => (received += text))
          honest.write(many(stays.path, stays.count))
          for (const { parts, sent, pieces, answers, reads, how } of clients) {
            const socket = await served.open()
            if (reads) socket.resume()
            const all = parts.map(bytesOf).join('')
            const bytes = all.slice(0, Math.ceil(all.length * sent))
            const size = Math.ceil(bytes.length / pieces)
            for (let at = 0; at < bytes.length; at += size) {
              socket.write(bytes.slice(at, at + size))
              await turn()
            }
            served.answer(answers)
            await turn()
            leave(socket, how === 'reset' && 'https' in options ? 'destroy' : how)
            if (!reads) socket.resume()
          }
          await until(() => bodies(received).length === stays.count, 'all answers of the client that stays')
          assert.deepEqual(
            bodies(received),
            Array.from({ length: stays.count }, (_, place) => String(place))
          )
          honest.destroy()
          await until(
            async () => (await served.connections()) === 0 && served.running() === 0,
            `nothing is left of ${JSON.stringify(clients)}`
          )
        } finally {
          await served.app.end()
        }
      }
    ),
    { includeErrorInReport: true, numRuns: Number(RUNS), ...(SEED === undefined ? {} : { seed: Number(SEED) }) }
  )
})

test('a connection is not read beyond a limit, and is closed when it makes no progress', {
  timeout: 60_000
}, async (t) => {
  const wind = holdClock(t, 'setTimeout')
  const served = await serve(t, {})
  const sockets: Socket[] = []
  served.app.server.on('connection', (socket: Socket) => sockets.push(socket))
  const client = (await served.open()).resume()
  client.write(many('/held', 100_000))
  let before = -1
  await until(() => {
    const isStill = before === sockets[0]?.bytesRead && before > 786_432
    before = sockets[0]?.bytesRead ?? -1
    return isStill
  }, 'no more is read')
  wind(29_000)
  served.answer(1)
  await until(() => served.started() === 101, 'the next handler')
  wind(29_000)
  for (let turns = 0; turns < 10; turns++) await turn()
  assert.equal(await served.connections(), 1)
  client.destroy()
  wind(31_000)
  await until(async () => (await served.connections()) === 0 && served.running() === 0, 'nothing is left')
})

test('a destroyed HTTP/2 session aborts the signals of its requests', { timeout: 60_000 }, async (t) => {
  const { app } = createApp({ logger: false, handlerTimeout: 0, http2: true })
  t.after(() => app.close())
  let running = 0
  app.get('/held', async ({ signal }: Anything) => {
    running++
    signal.addEventListener('abort', () => running--)
    await new Promise(() => {})
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const session = connectHttp2(app.listeningOrigin).on('error', () => {})
  for (let count = 0; count < 300; count++) session.request({ ':path': '/held' }).on('error', () => {})
  await until(() => running === 100, 'as many as are allowed')
  session.destroy()
  await until(() => running === 0, 'their signals abort')
})

test("a body read in chunks leaves the socket to Node's parser", { timeout: 60_000 }, async (t) => {
  for (const exchange of ['auto', 'stock']) {
    const { app } = createApp({ logger: false, exchange })
    t.after(() => app.close())
    let pauses = 0
    app.addContentTypeParser('text/stream', (_request: unknown, body: Readable, done: Anything) => done(null, body))
    app.post('/', async ({ body, raw }: Anything) => {
      raw.socket.on('pause', () => pauses++)
      let size = 0
      for await (const chunk of body) {
        size += chunk.length
        await turn()
      }
      // Set by Node while its parser reads from the handle.
      return { size, isOwn: raw.socket.parser._consumed }
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = await connectTo({}, app.server.address())
    let received = ''
    socket.setEncoding('latin1').on('data', (text) => (received += text))
    socket.write(upload('/', 2_000_000))
    await until(() => received.includes('}'), 'the answer')
    socket.destroy()
    assert.match(received, /\{"size":2000000,"isOwn":true\}$/)
    assert.ok(pauses > 0)
  }
})
