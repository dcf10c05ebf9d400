/**
 * The law: after an exchange, its signal has aborted exactly if the response was incomplete or the handler timed out. `onRequestAbort` runs exactly
 * for incomplete responses. Later events change nothing, for every kind of response, every carrier and every moment of a disconnect.
 */
import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { portOf } from '../../security/wire.ts'
import { closeOf, until } from '../../until.ts'
import { type Carrier, carriers, remote } from '../transport/carriers.ts'
import { type Ask, asks, declare } from '../transport/routes.ts'

interface Note {
  signal?: AbortSignal
  abort?: true
}

type Notes = Map<string, Note>

/** Written to Node's response, which not every carrier has. */
const rawAsks: readonly Ask[] = ['/hijacked', '/written', '/piped'].flatMap((path) =>
  ['GET', 'HEAD', 'POST'].map((method) => ({ method, path }))
)

function* pieces() {
  yield 'one '
  yield 'two '
}

function declareRaw(app: Anything): void {
  const answers: Record<string, (reply: Anything) => unknown> = {
    hijacked: (reply) => void reply.hijack().raw.end('hijacked'),
    written: (reply) => void reply.raw.writeHead(200).end('written'),
    piped: (reply) => void Readable.from(pieces()).pipe(reply.hijack().raw)
  }
  for (const [name, answer] of Object.entries(answers))
    app.route({ method: ['GET', 'POST'], url: `/${name}`, handler: (_: unknown, reply: Anything) => answer(reply) })
}

/** Continues until the client stops reading. */
function endless(): Readable {
  const source = new Readable({ read: () => void setImmediate(() => source.destroyed || source.push('more ')) })
  return source
}

/** Records exchanges by the mark of their client, which also chooses when the signal is read. */
function declareInto(notes: Notes) {
  return (app: Anything): void => {
    const noteOf = (request: Anything): Note => notes.get(request.headers['x-mark']) ?? {}
    const asksAt = (moment: string) => async (request: Anything) => {
      if (request.headers['x-asked'] === moment) noteOf(request).signal = request.signal
    }
    for (const moment of ['onRequest', 'preHandler', 'onResponse']) app.addHook(moment, asksAt(moment))
    app.addHook('onRequestAbort', async (request: Anything) => {
      assert.equal(noteOf(request).abort, undefined)
      noteOf(request).abort = true
    })
    declare(app)
    declareRaw(app)
    app.post('/waits', async ({ signal }: Anything) => {
      while (!signal.aborted) await turn()
      return 'waited'
    })
    app.post('/endless', (_request: unknown, reply: Anything) => reply.send(endless()))
  }
}

const expired = ({ signal }: Note) => signal?.aborted === true && signal.reason?.code === 'FST_ERR_HANDLER_TIMEOUT'

/** @param isComplete whether the client has received the whole response */
function judge(note: Note, isComplete: boolean, about: unknown): void {
  assert.equal(note.abort === true, !isComplete, `onRequestAbort: ${JSON.stringify(about)}`)
  if (note.signal === undefined || expired(note)) return
  assert.equal(note.signal.aborted, !isComplete, `signal.aborted: ${JSON.stringify(about)}`)
}

const moments = fc.constantFrom('onRequest', 'preHandler', 'onResponse', 'never')

describe('after an exchange its signal is aborted if and only if the response is incomplete', () => {
  const asked = fc.array(fc.record({ ask: fc.constantFrom(...asks, ...rawAsks), moment: moments }), {
    minLength: 1,
    maxLength: 12
  })

  for (const [name, create] of Object.entries(carriers)) {
    const hasRaw = name !== 'fetch' && name !== 'the smallest adapter'
    test(`${name}: for each kind of response`, () =>
      fc.assert(
        fc.asyncProperty(asked, async (list) => {
          const notes: Notes = new Map()
          const carrier = await create(declareInto(notes))
          const run = async ({ ask, moment }: (typeof list)[number], at: number) => {
            if ((!hasRaw && rawAsks.includes(ask)) || (ask.isChunked && carrier.hasChunks === false)) return null
            const note: Note = {}
            notes.set(String(at), note)
            const headers = { ...ask.headers, 'x-mark': String(at), 'x-asked': moment }
            return carrier.ask({ ...ask, headers }).then(
              () => true,
              () => false
            )
          }
          const outcomes = await Promise.all(list.map(run)).finally(() => carrier.close())
          await turn()
          for (const [at, isComplete] of outcomes.entries())
            if (isComplete !== null) judge(notes.get(String(at)) ?? {}, isComplete, [name, list[at]])
        }),
        budget(12)
      ))
  }
})

/** How far an exchange gets before the client disconnects, and whether the response is complete by then. */
const leaving: Readonly<Record<string, { path: string; isComplete: boolean; endsBody: boolean }>> = {
  'in its upload': { path: '/echo', isComplete: false, endsBody: false },
  'while its handler runs': { path: '/waits', isComplete: false, endsBody: true },
  'in its answer': { path: '/endless', isComplete: false, endsBody: true },
  'behind its answer': { path: '/echo', isComplete: true, endsBody: true }
}

async function leave(carrier: Carrier, mark: string, moment: string, stage: keyof typeof leaving, notes: Notes) {
  const { path, endsBody, isComplete } = leaving[stage] as (typeof leaving)[string]
  const note: Note = {}
  notes.set(mark, note)
  const headers = { 'content-type': 'application/json', 'content-length': '7', 'x-mark': mark, 'x-asked': moment }
  const call = (carrier.begin as NonNullable<Carrier['begin']>)({ method: 'POST', path, headers })
  call.response.catch(() => {})
  if (endsBody) {
    call.write(Buffer.from('{"a":1}'))
    call.end()
  } else call.write(Buffer.from('{"a'))
  if (path === '/endless') (await call.response).on('error', () => {}).resume()
  else if (isComplete) for await (const _ of await call.response);
  else await until(() => note.signal !== undefined, 'the request')
  call.abort()
  return note
}

describe('a client disconnect aborts the signal and runs onRequestAbort, unless the response is complete', () => {
  const left = fc.array(
    fc.record({ stage: fc.constantFrom(...Object.keys(leaving)), moment: fc.constantFrom('onRequest', 'onResponse') }),
    { minLength: 1, maxLength: 4 }
  )
  for (const [name, create] of remote) {
    test(`${name}: at each stage`, () =>
      fc.assert(
        fc.asyncProperty(left, async (list) => {
          const notes: Notes = new Map()
          const carrier = await create(declareInto(notes))
          try {
            for (const [at, { stage, moment }] of list.entries()) {
              const early = stage === 'behind its answer' ? moment : 'onRequest'
              const note = await leave(carrier, String(at), early, stage, notes)
              const { isComplete } = leaving[stage] as (typeof leaving)[string]
              if (!isComplete)
                await until(() => note.abort === true && note.signal?.aborted === true, `${name} ${stage}`)
            }
          } finally {
            await carrier.close()
          }
          await turn()
          for (const [at, { stage }] of list.entries())
            judge(notes.get(String(at)) ?? {}, leaving[stage]?.isComplete === true, [name, stage])
        }),
        budget(6)
      ))
  }
})

for (const exchange of ['auto', 'stock'])
  describe(`examples, ${exchange}`, () => {
    const open = async (declareRoutes: (app: Anything) => void, options: object = {}) => {
      const { app } = createApp({ exchange, ...options })
      declareRoutes(app)
      return { app, port: await portOf(app as never) }
    }
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

    test('work that continues after the response is not aborted by its signal', async () => {
      const done: string[] = []
      const { app, port } = await open((app) =>
        app.get('/', async ({ signal }: Anything) => {
          void wait(20, 'audited', { signal }).then((what) => done.push(what))
          return 'answered'
        })
      )
      await (await fetch(`http://127.0.0.1:${port}/`)).text()
      await app.close()
      await until(() => done.length === 1, 'the work')
    })

    test('a client disconnect aborts the signals of all its pipelined requests', async (t) => {
      const notes: Anything[] = []
      let aborts = 0
      const { app, port } = await open((app) => {
        app.addHook('onRequestAbort', async (_: unknown) => void aborts++)
        app.route({
          method: ['GET', 'POST'],
          url: '/',
          handler: ({ signal }: Anything) => {
            notes.push(signal)
            return new Promise(() => {})
          }
        })
      })
      t.after(() => app.close())
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      const post = 'POST / HTTP/1.1\r\nHost: a\r\ncontent-type: application/json\r\nContent-Length: 2\r\n\r\n{}'
      socket.write(get('/') + post + get('/'))
      await until(() => notes.length === 3, 'three requests')
      socket.destroy()
      await until(() => notes.every(({ aborted }) => aborted), 'the signals')
      await until(() => aborts === 3, 'the hooks')
    })

    test('request.signal does not leave listeners on its connection', async (t) => {
      const counts = new Set<number>()
      const { app, port } = await open((app) =>
        app.get('/', async ({ signal, socket }: Anything) => {
          counts.add(socket.listenerCount('close'))
          return String(signal.aborted)
        })
      )
      t.after(() => app.close())
      const socket = connect(port, '127.0.0.1')
      let got = ''
      socket.setEncoding('latin1').on('data', (text) => {
        got += text
      })
      const answers = () => got.split('HTTP/1.1 200').length - 1
      for (let at = 1; at <= 20; at++) {
        socket.write(get('/'))
        await until(() => answers() === at, 'an answer')
      }
      // The first pipelined request of a connection creates its `ReadAhead`.
      const countBehindPipeline = async (seen: number) => {
        socket.write(get('/').repeat(9))
        await until(() => answers() === seen + 9, 'nine answers')
        counts.clear()
        socket.write(get('/'))
        await until(() => answers() === seen + 10, 'an answer')
        return Math.max(...counts)
      }
      const first = await countBehindPipeline(20)
      const second = await countBehindPipeline(30)
      socket.destroy()
      assert.equal(second, first)
    })

    test('handlerTimeout aborts the signal with its error, and onRequestAbort does not run', async () => {
      const reasons: unknown[] = []
      let aborts = 0
      const { app, port } = await open(
        (app) => {
          app.addHook('onRequestAbort', async (_: unknown) => void aborts++)
          app.get('/', ({ signal }: Anything) => {
            signal.addEventListener('abort', () => reasons.push(signal.reason.code))
            return new Promise(() => {})
          })
        },
        { handlerTimeout: 20 }
      )
      assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 503)
      await app.close()
      assert.deepEqual([reasons, aborts], [['FST_ERR_HANDLER_TIMEOUT'], 0])
    })

    test('a response within handlerTimeout does not abort the signal', async () => {
      const signals: AbortSignal[] = []
      const { app, port } = await open(
        (app) =>
          app.get('/:form', ({ params, signal }: Anything, reply: Anything) => {
            signals.push(signal)
            return params.form === 'stream' ? reply.send(Readable.from(pieces())) : { form: params.form }
          }),
        { handlerTimeout: 5000 }
      )
      for (const form of ['json', 'stream']) await (await fetch(`http://127.0.0.1:${port}/${form}`)).text()
      await app.close()
      await turn()
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [false, false]
      )
    })

    test('closing the app aborts the signal of an endless response', async () => {
      let signal: AbortSignal | undefined
      const { app, port } = await open(
        (app) =>
          app.get('/', (request: Anything, reply: Anything) => {
            signal = request.signal
            return reply.send(endless())
          }),
        { closeTimeout: 50 }
      )
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write(get('/'))
      await once(socket, 'data')
      const closed = closeOf(socket.resume())
      await app.close()
      await closed
      assert.equal(signal?.reason.code, 'ESP_ERR_APP_CLOSING')
    })
  })

test('over fetch a platform signal that aborts after the response has no effect and keeps no listener', async () => {
  const signals: AbortSignal[] = []
  const { app } = createApp()
  app.addHook('onRequestAbort', async (_: unknown) => assert.fail('nothing was aborted'))
  app.get('/', ({ signal }: Anything) => {
    signals.push(signal)
    return 'answered'
  })
  const platform = new AbortController()
  const request = new Request('http://web.test/', { signal: platform.signal })
  const response = await toFetchHandler(app as Anything)(request)
  await response.text()
  assert.equal(getEventListeners(request.signal, 'abort').length, 0)
  platform.abort()
  await turn()
  await app.close()
  assert.equal(signals[0]?.aborted, false)
})

for (const status of [200, 204, 304])
  test(`HTTP/2: a head of ${status} that ends its stream is a complete response`, async () => {
    const signals: AbortSignal[] = []
    const create = carriers['HTTP/2'] as (declare: (app: Anything) => void) => Promise<Carrier>
    const carrier = await create((app) => {
      app.addHook('onRequestAbort', async (_: unknown) => assert.fail('nothing was aborted'))
      app.get('/', (request: Anything, reply: Anything) => {
        signals.push(request.signal)
        reply.hijack().raw.writeHead(status).write('left out')
      })
    })
    await carrier.ask({ method: status === 200 ? 'HEAD' : 'GET', path: '/' })
    await carrier.close()
    await turn()
    assert.equal(signals[0]?.aborted, false)
  })
