/** The law: for random servers, `explain` reports the lane exactly if the lane reads the next request. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Server, ServerResponse } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { arrivalOnWorker } from '../../src/adapter/arrival.ts'
import type { ExplainedExchange, ExplainedLimit } from '../../types/explain.ts'
import { budget } from '../fuzz/budget.ts'
import { Conversation, get } from '../http-semantics/raw.ts'
import { createApp, type Options, type Wild } from '../security/wild.ts'
import { connectTo, https } from '../shared-key.ts'
import { hasPassed } from './lane/app.ts'

const isForced = process.env.ESPALIER_EXCHANGE === 'stock'

interface Setting {
  readonly options: Options
  readonly causes: readonly string[]
}

const none: Setting = { options: {}, causes: [] }

const settings: readonly (readonly Setting[])[] = [
  [none, { options: { exchange: 'auto' }, causes: [] }, { options: { exchange: 'stock' }, causes: ['exchange'] }],
  [
    none,
    { options: { https }, causes: [] },
    { options: { http: { ServerResponse: class extends ServerResponse {} } }, causes: ['classes'] },
    { options: { http: { uniqueHeaders: ['x-one'] } }, causes: ['uniqueHeaders'] },
    { options: { http: { joinDuplicateHeaders: true } }, causes: ['settings'] },
    { options: { serverFactory: (listener: never) => createServer(listener) }, causes: ['serverFactory'] }
  ],
  [none, { options: { connectionTimeout: 60_000 }, causes: ['settings'] }],
  [none, { options: { maxRequestsPerSocket: 9 }, causes: ['settings'] }]
]

/** Each change of a listening server returns a function that undoes it. */
const changes: readonly (readonly [cause: string | null, change: (server: Server) => () => void])[] = [
  [null, () => () => {}],
  [
    null,
    (server) => {
      const listen = () => {}
      server.on('request', listen)
      return () => server.off('request', listen)
    }
  ],
  [
    'listened to',
    (server) => {
      const listen = () => {}
      server.prependListener('request', listen)
      return () => server.off('request', listen)
    }
  ],
  [
    'listened to',
    (server) => {
      const { emit } = server
      Object.assign(server, { emit: (...all: Parameters<typeof emit>) => emit.apply(server, all) })
      return () => Reflect.deleteProperty(server, 'emit')
    }
  ],
  [
    'watched',
    () => {
      const hear = () => {}
      subscribe('http.server.request.start', hear)
      return () => unsubscribe('http.server.request.start', hear)
    }
  ],
  [
    'settings',
    (server) => {
      server.timeout = 50_000
      return () => {}
    }
  ]
]

const lasting = ['exchange', 'serverFactory', 'http2', 'classes', 'uniqueHeaders']
const passing = ['watched', 'listened to', 'settings']

/** All lasting reasons, otherwise the first temporary one. */
function expectedCauses(causes: readonly string[]): string[] {
  const all = isForced ? ['exchange', ...causes] : causes
  const last = lasting.filter((cause) => all.includes(cause))
  return last.length > 0 ? last : passing.filter((cause) => all.includes(cause)).slice(0, 1)
}

/** Whether the next request bypasses Node's server. */
async function asks(app: Wild, options: Options): Promise<boolean> {
  const conversation = new Conversation(await connectTo(options, app.server.address()))
  try {
    return /lane$/.test(await conversation.send(get('/who')).until(/(?:lane|node)$/))
  } finally {
    conversation.socket.destroy()
  }
}

test('explain reports the lane exactly when the lane reads the next request, and the reasons otherwise', async () => {
  const property = fc.asyncProperty(
    fc.tuple(...settings.map((some) => fc.constantFrom(...some))),
    fc.constantFrom(...changes),
    async (chosen, [changed, change]) => {
      const options: Options = Object.assign({}, ...chosen.map(({ options }) => options))
      const { app } = createApp(options, 'silent')
      app.get('/who', async ({ socket }: Wild) => (hasPassed(socket) ? 'lane' : 'node'))
      await app.listen({ port: 0, host: '127.0.0.1' })
      const undo = change(app.server)
      try {
        const { exchange }: { exchange: ExplainedExchange } = await app.explain({ path: '/who' })
        assert.equal(exchange.reader, (await asks(app, options)) ? 'lane' : 'node')
        const causes = [...chosen.flatMap(({ causes }) => causes), ...(changed === null ? [] : [changed])]
        assert.deepEqual(
          exchange.obstacles.map(({ cause }) => cause),
          expectedCauses(causes)
        )
        for (const { cause, decided, why } of exchange.obstacles) {
          assert.equal(decided, lasting.includes(cause) ? 'boot' : 'run time')
          assert.match(why, /^[A-Z].*\.$/)
        }
      } finally {
        undo()
        await app.close()
      }
    }
  )
  await fc.assert(property, budget(120))
})

test('explain reports the current limits of the server', async () => {
  const { app } = createApp({ requestTimeout: 9000, http: { maxHeaderSize: 7000, headersTimeout: 5000 } }, 'silent')
  app.get('/', async () => 'ok')
  const bounds = async () => {
    const { limits }: { limits: readonly ExplainedLimit[] } = await app.explain({ path: '/' })
    return limits.filter(({ from }) => from === 'server').map(({ name, value, status }) => [name, value, status])
  }
  assert.deepEqual(await bounds(), [
    ['connectionTimeout', null, null],
    ['maxHeaderSize', 7000, 431],
    ['headersTimeout', 5000, 408],
    ['requestTimeout', 9000, 408]
  ])
  Object.assign(app.server, { timeout: 300, requestTimeout: 0 })
  assert.deepEqual(await bounds(), [
    ['connectionTimeout', 300, null],
    ['maxHeaderSize', 7000, 431],
    ['headersTimeout', 5000, 408],
    ['requestTimeout', null, 408]
  ])
  await app.close()
})

test('over HTTP/2 explain reports HTTP/1 limits only with allowHTTP1', async () => {
  const shown = async (options: Options) => {
    const { app } = createApp({ http2: true, https: { ...https, ...options } }, 'silent')
    const { exchange, limits } = await app.explain({ path: '/' })
    await app.close()
    return [exchange.obstacles.at(-1).cause, ...limits.map(({ name, when }: ExplainedLimit) => `${name}, ${when}`)]
  }
  const ofHttp2 = ['requestTimeout, a body over HTTP/2', 'handlerTimeout, until the answer begins']
  const ofHttp1 = ['maxHeaderSize', 'headersTimeout', 'requestTimeout'].map((name) => `${name}, over HTTP/1`)
  const ofBoth = 'connectionTimeout, the connection is silent'
  assert.deepEqual(await shown({}), ['http2', ofBoth, ...ofHttp2])
  assert.deepEqual(await shown({ allowHTTP1: true }), ['http2', ofBoth, ...ofHttp1, ...ofHttp2])
})

test('on workers the reader is fetch, without obstacles and limits', () => {
  assert.deepEqual(arrivalOnWorker, { reader: 'fetch', obstacles: [], limits: [] })
})
