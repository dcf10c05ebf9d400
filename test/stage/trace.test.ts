import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { type TestContext, test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const names = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const

/** Records the events of the channels of handlers until the test is over. */
function watch(t: TestContext): [name: string, trace: Anything, status: number][] {
  const seen: [string, Anything, number][] = []
  for (const name of names) {
    const channel = `tracing:fastify.request.handler:${name}`
    const note = (trace: Anything) => seen.push([name, trace, trace.reply.statusCode])
    diagnostics.subscribe(channel, note)
    t.after(() => diagnostics.unsubscribe(channel, note))
  }
  return seen
}

const teapot = Object.assign(new Error('a teapot'), { statusCode: 418 })

const handlers: [behaviour: string, handler: Anything, events: string[], async: boolean][] = [
  ['returns', () => 'text', ['start 200', 'end 200'], false],
  [
    'sends',
    (_request: Anything, reply: Anything) => void reply.code(201).send('text'),
    ['start 200', 'end 201'],
    false
  ],
  ['resolves', async () => 'text', ['start 200', 'end 200', 'asyncStart 200', 'asyncEnd 200'], true],
  [
    'throws',
    () => {
      throw teapot
    },
    ['start 200', 'error 418', 'end 418'],
    false
  ],
  [
    'rejects',
    async () => {
      throw teapot
    },
    ['start 200', 'end 200', 'error 418', 'asyncStart 200', 'asyncEnd 418'],
    true
  ],
  [
    'rejects with a status set',
    async (_request: Anything, reply: Anything) => {
      reply.code(503)
      throw new Error('busy')
    },
    ['start 200', 'end 503', 'error 503', 'asyncStart 503', 'asyncEnd 503'],
    true
  ]
]

for (const [behaviour, handler, events, async] of handlers) {
  test(`a handler that ${behaviour} publishes the same trace object at each stage`, async (t) => {
    const seen = watch(t)
    const { app } = createApp()
    let given: Anything
    app.get('/:id', function (this: Anything, request: Anything, reply: Anything) {
      given = [request, reply, this]
      return handler(request, reply)
    })
    await app.inject('/1')
    await new Promise(setImmediate)
    assert.deepEqual(
      seen.map(([name, , status]) => `${name} ${status}`),
      events
    )
    const [trace, ...others] = new Set(seen.map(([, trace]) => trace))
    assert.deepEqual(others, [])
    assert.deepEqual(trace.route, { url: '/:id', method: 'GET' })
    assert.equal(trace.async, async)
    assert.ok(trace.request === given[0] && trace.reply === given[1] && given[2] === app)
    if (behaviour.startsWith('throws')) assert.equal(trace.error, teapot)
  })
}

test('a subscriber of the tracing channels does not change the responses', async (t) => {
  watch(t)
  const { app } = createApp()
  for (const [index, [, handler]] of handlers.entries()) app.get(`/${index}`, handler)
  const answers = await Promise.all(handlers.map(async (_row, index) => app.inject(`/${index}`)))
  assert.deepEqual(
    answers.map(({ statusCode, body }) => [statusCode, body.startsWith('{') ? JSON.parse(body).message : body]),
    [
      [200, 'text'],
      [201, 'text'],
      [200, 'text'],
      [418, 'a teapot'],
      [418, 'a teapot'],
      [503, 'busy']
    ]
  )
})

test('a not-found handler is not traced', async (t) => {
  const seen = watch(t)
  const { app } = createApp()
  app.setNotFoundHandler(() => 'nothing here')
  assert.equal((await app.inject('/')).body, 'nothing here')
  assert.deepEqual(seen, [])
})

test('a store bound to the start channel is available in the handler', async (t) => {
  const { AsyncLocalStorage } = await import('node:async_hooks')
  const storage = new AsyncLocalStorage<Anything>()
  const { start } = diagnostics.tracingChannel('fastify.request.handler')
  start.bindStore(storage, (trace: Anything) => trace.route.url)
  t.after(() => start.unbindStore(storage))
  watch(t)
  const { app } = createApp()
  app.get('/stored', () => storage.getStore())
  assert.equal((await app.inject('/stored')).body, '/stored')
})
