import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import { type Anything, createApp, type Line } from '../security/wild.ts'

const next = () => new Promise(setImmediate)
const warnings = (lines: Line[]) =>
  lines.filter(({ level }) => level >= 40).map(({ level, msg, err }) => [level, msg, err?.code ?? err?.message])

const handlers: [what: string, handler: Anything, answer: [status: number, body: string], told: unknown[]][] = [
  ['resolves to undefined', async () => undefined, [200, ''], []],
  ['resolves to null', async () => null, [200, 'null'], []],
  ['resolves to its reply', async (_request: Anything, reply: Anything) => reply.send('sent'), [200, 'sent'], []],
  [
    'sends and resolves to undefined',
    async (_request: Anything, reply: Anything) => {
      reply.send('sent')
      await next()
    },
    [200, 'sent'],
    []
  ],
  [
    'sends and resolves to another value',
    async (_request: Anything, reply: Anything) => {
      reply.send('sent')
      return 'else'
    },
    [200, 'sent'],
    [[40, 'FST_ERR_REP_ALREADY_SENT']]
  ],
  [
    'sends and rejects',
    async (_request: Anything, reply: Anything) => {
      reply.send('sent')
      await next()
      throw new Error('late')
    },
    [200, 'sent'],
    [[50, 'late']]
  ],
  [
    'calls callNotFound later and resolves to another value',
    async (_request: Anything, reply: Anything) => {
      await next()
      reply.callNotFound()
      return 'else'
    },
    [404, 'nothing here'],
    []
  ]
]

for (const [what, handler, [status, body], told] of handlers) {
  test(`a handler that ${what} sends one response`, async () => {
    const { app, lines } = createApp()
    app.setNotFoundHandler((_request: Anything, reply: Anything) => reply.code(404).send('nothing here'))
    app.get('/', handler)
    const answer = await app.inject('/')
    for (let turn = 0; turn < 5; turn++) await next()
    assert.deepEqual([answer.statusCode, answer.body], [status, body])
    assert.deepEqual(
      warnings(lines).map(([level, , said]) => [level, said]),
      told
    )
  })
}

test("a rejection after the response is logged as 'Promise errored, but reply.sent = true was set'", async () => {
  const { app, lines } = createApp()
  app.get('/', async (_request: Anything, reply: Anything) => {
    reply.send('sent')
    await next()
    throw new Error('late')
  })
  await app.inject('/')
  for (let turn = 0; turn < 5; turn++) await next()
  assert.deepEqual(warnings(lines), [[50, 'Promise errored, but reply.sent = true was set', 'late']])
})

test('an async handler may write the head on reply.raw, and an error after reply.hijack is logged as a warning', async (t) => {
  const { send, lines } = await serve(t, {}, (app) => {
    app.get('/begun', async (_request: Anything, reply: Anything) => {
      reply.raw.writeHead(200, { 'content-length': '4' })
      setImmediate(() => reply.raw.end('hand'))
    })
    app.get('/hijacked', (_request: Anything, reply: Anything) => {
      reply.hijack()
      setImmediate(() => reply.raw.end('hijacked'))
      throw new Error('after the hijack')
    })
  })
  assert.equal((await send('/begun'))?.body, 'hand')
  assert.deepEqual(warnings(lines), [])
  assert.equal((await send('/hijacked'))?.body, 'hijacked')
  assert.deepEqual(
    warnings(lines).map(([level, , said]) => [level, said]),
    [[40, 'FST_ERR_REP_ALREADY_SENT']]
  )
})

test('a handler that takes no reply and returns undefined emits ESPWRN006 once, at its first request', async (t) => {
  const { app } = createApp({ handlerTimeout: 0 })
  const seen: string[] = []
  const note = (warning: Error & { code?: string }) => void seen.push(`${warning.code} ${warning.message}`)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  const table: object[] = []
  const replies = new WeakMap<object, Anything>()
  app.addHook('onRequest', async (request: Anything, reply: Anything) => {
    replies.set(request, reply)
    setImmediate(() => setImmediate(() => reply.sent || reply.send('late')))
  })
  app.addHook('onSend', async () => {})
  app.get('/lost', function lost(request: Anything) {
    table.push({ id: request.id })
  })
  app.get('/unnamed', () => {})
  app.get('/replies', (_request: Anything, reply: Anything) => {
    setImmediate(() => reply.send('sent'))
  })
  app.get('/rest', (...all: Anything[]) => {
    setImmediate(() => all[1].send('sent'))
  })
  app.get('/async', async () => {})
  app.get('/kept', (request: Anything) => void replies.get(request).send('sent'))
  app.get('/taken', (request: Anything) => void replies.get(request).hijack().raw.end('sent'))
  for (const url of ['/lost', '/unnamed', '/lost', '/replies', '/rest', '/async', '/kept', '/taken'])
    assert.equal((await app.inject(url)).statusCode, 200)
  await new Promise(setImmediate)
  const handlers = seen.map(
    (text) => /^ESPWRN006 The handler (.*) takes no reply and has returned nothing/.exec(text)?.[1]
  )
  assert.deepEqual(handlers, ["'lost' of GET /lost", "'anonymous' of GET /unnamed"])
})
