/** Responses to requests that reach no route because their target is invalid or a constraint fails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdClock } from '../held-clock.ts'
import { type Anything, createApp, type Options, warn } from '../security/wild.ts'
import { until } from '../until.ts'

const later = (derive: (done: (error: unknown, value?: unknown) => unknown) => void) => ({
  name: 'later',
  storage: () => ({ get: () => null, set() {} }),
  deriveConstraint: (_raw: unknown, _context: unknown, done: Anything) => derive(done)
})
const withLater = (derive: Parameters<typeof later>[0]) => ({
  routerOptions: { constraints: { later: later(derive) } }
})
const ofLater = { constraints: { later: 'x' } }

const bad = '/%zz'
const badBody = {
  error: 'Bad Request',
  code: 'FST_ERR_BAD_URL',
  message: "'/%zz' is not a valid url component",
  statusCode: 400
}

for (const [what, options, route, target, status, body, level] of [
  ['a malformed target', {}, {}, bad, 400, badBody, undefined],
  [
    'a parameter that is too long',
    { routerOptions: { maxParamLength: 2 } },
    {},
    '/abc',
    414,
    {
      error: 'Bad Request',
      code: 'FST_ERR_MAX_PARAM_LENGTH',
      message: "'/abc' is exceeding the max param length",
      statusCode: 414
    },
    undefined
  ],
  [
    'a constraint that fails',
    withLater((done) => done(new Error('secret'))),
    ofLater,
    '/x',
    500,
    { error: 'Internal Server Error', message: 'Unexpected error from async constraint', statusCode: 500 },
    50
  ]
] as [string, Options, object, string, number, object, number | undefined][]) {
  test(`${what} gets ${status} with the reason in the body, and only a 500 is logged`, async () => {
    const { app, lines } = createApp(options)
    app.get('/:id', route, () => 'found')
    const answer = await app.inject(target)
    assert.equal(answer.statusCode, status)
    assert.equal(answer.body, JSON.stringify(body))
    assert.deepEqual(
      [answer.headers['content-type'], answer.headers['content-length']],
      ['application/json', String(answer.body.length)]
    )
    const told = lines.map((line) => [line.level, line.msg, line.err?.code])
    const message = 'Unexpected error from async constraint'
    assert.deepEqual(told, level === undefined ? [] : [[level, message, 'FST_ERR_ASYNC_CONSTRAINT']])
  })
}

test('frameworkErrors gets the error, a request and a reply, with the app as this and without hooks', async () => {
  const seen: Anything = {}
  const { app, lines } = createApp({
    genReqId: () => 'an-id',
    frameworkErrors(this: unknown, error: Anything, request: Anything, reply: Anything) {
      Object.assign(seen, { self: this, error, request })
      const { method, url, schema, config } = request.routeOptions
      reply.code(418).send({ code: error.code, id: request.id, at: request.url, method, url, schema, config })
    }
  })
  app.decorateRequest('mine', 'decorated')
  for (const name of ['onRequest', 'onSend', 'onResponse', 'onError', 'preHandler'])
    app.addHook(name, async () => assert.fail(`${name} was called`))
  app.get('/', () => '')
  const { statusCode, body } = await app.inject(bad)
  assert.equal(statusCode, 418)
  assert.deepEqual(JSON.parse(body), { code: 'FST_ERR_BAD_URL', id: 'an-id', at: bad, config: {} })
  assert.equal(seen.self, app)
  assert.equal(seen.request.mine, 'decorated')
  assert.deepEqual([seen.request.params, seen.request.query], [null, null])
  assert.deepEqual(
    lines.map(({ msg, reqId }) => [msg, reqId]),
    [['incoming request', 'an-id']]
  )
})

test('frameworkErrors responds with logging off', async () => {
  const frameworkErrors = (_error: unknown, _request: unknown, reply: Anything) => void reply.send('told')
  const { app } = createApp({ logger: false, frameworkErrors })
  assert.equal((await app.inject(bad)).body, 'told')
})

for (const [what, fail] of [
  [
    'throws',
    () => {
      throw new Error('of frameworkErrors')
    }
  ],
  ['rejects', async () => Promise.reject(new Error('of frameworkErrors'))]
] as const) {
  test(`an error of a frameworkErrors that ${what} goes to the error handler of the root`, async () => {
    const { app, lines } = createApp({ frameworkErrors: fail })
    const answer = await app.inject(bad)
    assert.equal(answer.statusCode, 500)
    assert.equal(answer.json().message, 'of frameworkErrors')
    assert.equal(lines.filter(({ err }) => err?.message === 'of frameworkErrors').length, 1)
    const { app: handled } = createApp({ frameworkErrors: fail })
    handled.setErrorHandler((error: Error, _request: unknown, reply: Anything) => reply.code(400).send(error.message))
    const { statusCode, body } = await handled.inject(bad)
    assert.deepEqual([statusCode, body], [400, 'of frameworkErrors'])
  })
}

test('a failure before frameworkErrors is called is a 500 without its message, which is logged', async () => {
  for (const name of ['genReqId', 'childLoggerFactory']) {
    const { app, lines } = createApp({
      [name]: () => {
        throw new Error('secret')
      },
      frameworkErrors: () => assert.fail('was called')
    })
    const { statusCode, body } = await app.inject(bad)
    const expected = '{"statusCode":500,"error":"Internal Server Error","message":"Internal Server Error"}'
    assert.deepEqual([statusCode, body], [500, expected])
    assert.deepEqual(
      lines.map(({ msg, err }) => [msg, err?.message]),
      [['a request could not be accepted', 'secret']]
    )
  }
})

test('a frameworkErrors that never finishes gets a 503 after handlerTimeout, and is named in the log', async (t) => {
  const wind = holdClock(t, 'setTimeout')
  let isCalled = false
  const { app, lines } = createApp({
    handlerTimeout: 100,
    frameworkErrors: async function forgetful() {
      isCalled = true
      await new Promise(() => {})
    }
  })
  const answer = app.inject(bad)
  await until(() => isCalled, 'the call')
  wind(100)
  assert.equal((await answer).statusCode, 503)
  const told = lines.filter(({ level }) => level === warn)
  assert.deepEqual(
    told.map(({ msg, function: name, plugin, role }) => [msg, name, plugin, role]),
    [
      [
        "no answer after 100 ms: frameworkErrors 'forgetful' of 'app' did not finish",
        ...['forgetful', 'app', 'frameworkErrors']
      ]
    ]
  )
})

test('a reply of frameworkErrors is serialized as JSON even when the root has a reply serializer', async () => {
  const { app } = createApp({
    frameworkErrors: (_error: unknown, _request: unknown, reply: Anything) => void reply.send({ a: 1 })
  })
  app.setReplySerializer(() => 'of the root')
  app.get('/', () => ({ a: 1 }))
  assert.equal((await app.inject(bad)).body, '{"a":1}')
  assert.equal((await app.inject('/')).body, 'of the root')
})

for (const [what, options, route, target, status, code] of [
  ['a malformed target', {}, {}, bad, 400, 'FST_ERR_BAD_URL'],
  [
    'a parameter that is too long',
    { routerOptions: { maxParamLength: 2 } },
    {},
    '/abc',
    414,
    'FST_ERR_MAX_PARAM_LENGTH'
  ],
  [
    'a constraint that fails',
    withLater((done) => done(new Error('secret'))),
    ofLater,
    '/x',
    500,
    'FST_ERR_ASYNC_CONSTRAINT'
  ]
] as [string, Options, object, string, number, string][])
  test(`${what} goes to the error handler of the root without hooks`, async () => {
    const { app } = createApp({ genReqId: () => 'an-id', ...options })
    app.decorateRequest('mine', 'decorated')
    for (const name of ['onRequest', 'onSend', 'onResponse', 'onError', 'preHandler'])
      app.addHook(name, async () => assert.fail(`${name} was called`))
    app.get('/:id', route, () => 'found')
    const seen: Anything = {}
    app.setErrorHandler(function (this: unknown, error: Anything, request: Anything, reply: Anything) {
      Object.assign(seen, { self: this, code: error.code, mine: request.mine, params: request.params, id: request.id })
      return reply.send({ mine: error.code })
    })
    const { statusCode, body } = await app.inject(target)
    assert.deepEqual([statusCode, body], [status, JSON.stringify({ mine: code })])
    assert.deepEqual(seen, { self: app, code, mine: 'decorated', params: null, id: 'an-id' })
  })

test('the error handler of a shared plugin gets framework errors, and that of a child context does not', async () => {
  const { app } = createApp()
  const answering = (body: string) => (_error: unknown, _request: unknown, reply: Anything) => reply.send(body)
  app.register(async (child: Anything) => child.setErrorHandler(answering('of the child')))
  const { app: other } = createApp()
  const run = (given: Anything, _options: unknown, done: () => void) => {
    given.setErrorHandler(answering('of the plugin'))
    done()
  }
  other.register(Object.assign(run, { [Symbol.for('skip-override')]: true }))
  assert.equal((await app.inject(bad)).json().code, 'FST_ERR_BAD_URL')
  assert.equal((await other.inject(bad)).body, 'of the plugin')
})

test('frameworkErrors takes precedence over the error handler of the root', async () => {
  const { app } = createApp({
    frameworkErrors: (_error: unknown, _request: unknown, reply: Anything) => reply.send('option')
  })
  app.setErrorHandler(() => assert.fail('was called'))
  assert.equal((await app.inject(bad)).body, 'option')
})

for (const [what, fail] of [
  [
    'throws',
    () => {
      throw new Error('of the handler')
    }
  ],
  ['rejects', async () => Promise.reject(new Error('of the handler'))],
  ['throws undefined', () => Promise.reject(undefined)],
  ['sends an error', (_error: unknown, _request: unknown, reply: Anything) => reply.send(new Error('of the handler'))]
] as const)
  test(`a malformed URL gets a 500 when the error handler ${what}`, async () => {
    const { app } = createApp({ exposeErrors: false })
    app.setErrorHandler(fail)
    assert.equal((await app.inject(bad)).statusCode, 500)
  })

test('a connection stays open when the error handler throws for a malformed URL', async (t) => {
  const { app } = createApp({ exposeErrors: false })
  app.setErrorHandler(() => {
    throw new Error('of the handler')
  })
  app.get('/', () => 'ok')
  t.after(() => app.close())
  const address = await app.listen()
  assert.equal((await fetch(`${address}/%zz`)).status, 500)
  assert.equal(await (await fetch(address)).text(), 'ok')
})
