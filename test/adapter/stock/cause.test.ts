import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { basename } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import bearerAuth from 'espalier/bearer-auth'
import type { StockCause } from '../../../src/adapter/stock/cause.ts'
import { type Anything, createApp } from '../../security/wild.ts'

type Told = Pick<StockCause, 'message' | 'cause'> & { readonly file: string | null }

async function listenTo(
  t: TestContext,
  options: object,
  declare: (app: Anything) => unknown,
  headers = {}
): Promise<Told[]> {
  const told: Told[] = []
  const note = (given: unknown) => {
    const { message, cause, at } = given as StockCause
    told.push({ message, cause, file: at && basename(at).replace(/\.[tj]s:\d+:\d+$/, '') })
  }
  const { app } = createApp({ exchange: 'auto', ...options })
  t.after(() => app.close())
  await declare(app)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  subscribe('espalier.exchange.stock', note)
  try {
    await (await fetch(origin, { headers })).text()
  } finally {
    unsubscribe('espalier.exchange.stock', note)
  }
  return told
}

const nowhere = new Writable({ write: (_chunk, _encoding, taken) => taken() })
const handle = (handler: (request: Anything, reply: Anything) => unknown) => (app: Anything) => app.get('/', handler)

const detached: Readonly<Record<string, [declare: (app: Anything) => unknown, options?: object, headers?: object]>> = {
  'head and socket of the request': [
    handle(({ headers, method, socket, url }) => [url, method, headers.host, socket.remoteAddress])
  ],
  'ip, host and protocol': [handle(({ ip, host, protocol }) => ({ ip, host, protocol }))],
  'request.signal': [handle(({ signal }) => ({ isAborted: signal.aborted }))],
  'request logging': [handle(() => 'logged'), { logger: { stream: nowhere } }],
  'logging of a request without a route': [() => {}, { logger: { stream: nowhere } }],
  handlerTimeout: [handle(() => 'bounded'), { handlerTimeout: 1000 }],
  'request hooks': [
    (app) => {
      for (const name of ['onRequest', 'preHandler']) app.addHook(name, async () => {})
      app.addHook('onSend', async (_request: unknown, _reply: unknown, payload: unknown) => payload)
      app.addHook('onResponse', async () => {})
      handle(() => 'hooked')(app)
    }
  ],
  'bearer authentication': [
    async (app) => {
      await app.register(bearerAuth, { keys: ['key'] })
      handle(() => 'secret')(app)
    },
    {},
    { authorization: 'Bearer key' }
  ]
}

for (const [name, [declare, options = {}, headers]] of Object.entries(detached)) {
  test(`an exchange does not create Node's objects with ${name}`, async (t) => {
    assert.deepEqual(await listenTo(t, options, declare, headers), [])
  })
}

const here = 'cause.test'

test('reading reply.raw publishes its cause and source file', async (t) => {
  const told = await listenTo(
    t,
    {},
    handle((_request, reply) => reply.raw.setHeader('x-a', 'b') && 'set')
  )
  assert.deepEqual(told, [{ message: 'response', cause: 'reply.raw', file: here }])
})

test('reading request.raw publishes its cause and source file', async (t) => {
  const told = await listenTo(
    t,
    {},
    handle(({ raw }) => String(raw.readableFlowing))
  )
  assert.deepEqual(told, [{ message: 'request', cause: 'request.raw', file: here }])
})

test('reading raw objects of an injected request publishes the causes', async (t) => {
  const told: unknown[] = []
  const note = (given: unknown) => void told.push((given as StockCause).cause)
  const { app } = createApp({})
  t.after(() => app.close())
  app.get('/', (request: Anything, reply: Anything) => reply.send(request.raw.complete ?? reply.raw.headersSent))
  app.get('/plain', () => 'plain')
  subscribe('espalier.exchange.stock', note)
  t.after(() => unsubscribe('espalier.exchange.stock', note))
  assert.equal((await app.inject('/plain')).body, 'plain')
  assert.deepEqual(told, [])
  assert.equal((await app.inject('/')).body, 'false')
  assert.deepEqual(told, ['request.raw', 'reply.raw'])
})

test('a streamed response publishes its cause and source file', async (t) => {
  const told = await listenTo(
    t,
    {},
    handle((_request, reply) => reply.send(Readable.from(['a', 'b'])))
  )
  assert.deepEqual(told, [{ message: 'response', cause: 'a streamed answer', file: here }])
})
