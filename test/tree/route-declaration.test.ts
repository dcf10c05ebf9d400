import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const handler = (request: Anything) => ({ at: request.routeOptions.url })
const statusOf = async (app: Anything, url: string) => (await app.inject(url)).statusCode

for (const [prefixTrailingSlash, answered] of [
  [undefined, [200, 200]],
  ['both', [200, 200]],
  ['slash', [404, 200]],
  ['no-slash', [200, 404]]
] as [string | undefined, number[]][]) {
  test(`the root of a prefix answers with prefixTrailingSlash ${prefixTrailingSlash} at ${answered}`, async () => {
    for (const prefix of ['/p', '/a/b']) {
      const { app } = createApp()
      const options = prefixTrailingSlash === undefined ? {} : { prefixTrailingSlash }
      app.register(async (child: Anything) => void child.get('/', options, handler), { prefix })
      assert.deepEqual([await statusOf(app, prefix), await statusOf(app, `${prefix}/`)], answered)
    }
  })
}

test('where slashes are ignored the root of a prefix is declared once', async () => {
  for (const [routerOptions, prefix] of [
    [{ ignoreTrailingSlash: true }, '/p'],
    [{ ignoreDuplicateSlashes: true }, '/p/']
  ] as const) {
    const { app } = createApp({ routerOptions })
    app.register(async (child: Anything) => void child.get('/', handler), { prefix })
    assert.equal(await statusOf(app, '/p/'), 200)
  }
  const { app } = createApp({ routerOptions: { ignoreDuplicateSlashes: true } })
  app.register(async (child: Anything) => void child.get('/', handler), { prefix: '/p' })
  assert.deepEqual([await statusOf(app, '/p'), await statusOf(app, '/p/')], [200, 200])
})

test('a prefix that ends in a slash and a path that begins with one share it', async () => {
  const { app } = createApp()
  app.register(
    async (child: Anything) => {
      child.get('/a', handler)
      child.get('b', handler)
    },
    { prefix: '/p/' }
  )
  assert.deepEqual(
    [await statusOf(app, '/p/a'), await statusOf(app, '/p/b'), await statusOf(app, '/p//a')],
    [200, 200, 404]
  )
})

for (const [what, options, code, says] of [
  ['no handler', { handler: undefined }, 'FST_ERR_ROUTE_MISSING_HANDLER', /GET.*\/x/],
  ['a handler that is none', { handler: 1 }, 'FST_ERR_ROUTE_MISSING_HANDLER', /GET.*\/x/],
  ['an error handler that is none', { errorHandler: 1 }, 'FST_ERR_ROUTE_HANDLER_NOT_FN', /GET.*\/x/],
  ['a body limit of 0', { bodyLimit: 0 }, 'FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', /0/],
  ['a body limit below 0', { bodyLimit: -1 }, 'FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', /-1/],
  ['half a body limit', { bodyLimit: 0.5 }, 'FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', /0.5/],
  ['a body limit in words', { bodyLimit: '5' }, 'FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', /5/],
  ['a time limit of less than 0', { handlerTimeout: -1 }, 'FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT', /-1/],
  [
    'a time for the answer that is none',
    { answerTimeout: '5s' },
    'ESP_ERR_ARGUMENT_INVALID',
    /^The option 'answerTimeout' of the route GET \/x must be a whole number of milliseconds, or false for no limit, not '5s'\./
  ],
  [
    'an emptyBody that is none',
    { emptyBody: { a: { b: 1 } } },
    'ESP_ERR_ARGUMENT_INVALID',
    /^The option 'emptyBody' of the route GET \/x must be 'none' or 'parse', not \{ a: \[Object\] \}\./
  ],
  ['half a time limit', { handlerTimeout: 1.5 }, 'FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT', /1.5/],
  ['no method', { method: undefined }, 'FST_ERR_ROUTE_METHOD_INVALID', /./],
  ['a method that is a number', { method: 1 }, 'FST_ERR_ROUTE_METHOD_INVALID', /./],
  ['a list with a method that is none', { method: ['GET', null] }, 'FST_ERR_ROUTE_METHOD_INVALID', /./],
  ['a method that nobody serves', { method: 'LOCK' }, 'FST_ERR_ROUTE_METHOD_NOT_SUPPORTED', /LOCK/],
  ['a list with one that nobody serves', { method: ['GET', 'lock'] }, 'FST_ERR_ROUTE_METHOD_NOT_SUPPORTED', /LOCK/],
  ['a url that is no text', { url: 5 }, 'FST_ERR_INVALID_URL', /number/],
  [
    'a schema of a body on GET',
    { schema: { body: {} } },
    'FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED',
    /GET.*\/x/
  ],
  [
    'a schema of a body on POST and HEAD',
    { method: ['POST', 'HEAD'], schema: { body: {} } },
    'FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED',
    /HEAD.*\/x/
  ]
] as [string, object, string, RegExp][]) {
  test(`a route with ${what} is refused at its line`, () => {
    const { app } = createApp()
    assert.throws(() => app.route({ method: 'GET', url: '/x', handler, ...options }), { code, message: says })
  })
}

test('a route may be declared by path, in any case of its method, and by several methods', async () => {
  const { app } = createApp()
  app.route({ method: 'get', path: '/by-path', handler })
  app.route({ method: ['Put', 'post'], url: '/several', handler })
  assert.equal(await statusOf(app, '/by-path'), 200)
  for (const method of ['PUT', 'POST']) assert.equal((await app.inject({ method, url: '/several' })).statusCode, 200)
  assert.equal((await app.inject({ method: 'PATCH', url: '/several' })).statusCode, 404)
})

test('onRoute hooks are shown a route as it will be', async () => {
  const { app } = createApp()
  const seen: Anything[] = []
  app.addHook('onRoute', (options: Anything) => void seen.push({ ...options }))
  app.register(
    async (child: Anything) => {
      child.get('/', handler)
      child.post('/b', { attachValidation: true, logLevel: 'error', config: { a: 1 } }, handler)
    },
    { prefix: '/p', logLevel: 'warn' }
  )
  await app.ready()
  const shown = seen.map(({ method, url, path, routePath, prefix, logLevel, attachValidation }) =>
    [method, url, path, routePath, prefix, logLevel, attachValidation].join(' ')
  )
  assert.deepEqual(shown, [
    'GET /p /p  /p warn false',
    'HEAD /p /p  /p warn false',
    'HEAD /p/ /p/ / /p warn false',
    'POST /p/b /p/b /b /p error true'
  ])
})

test('the config that handlers read has the place of the route and what the user gave', async () => {
  const { app } = createApp()
  app.get('/a', { config: { mine: 1 } }, (request: Anything) => request.routeOptions.config)
  assert.deepEqual((await app.inject('/a')).json(), { mine: 1, url: '/a', method: 'GET' })
})

test('a log level that the logger has not is refused at the line of its route', () => {
  const { app } = createApp()
  assert.throws(() => app.get('/x', { logLevel: 'loud' }, handler), /loud/)
})

test('a GET route whose HEAD route is there already shows hooks no other', async () => {
  const { app } = createApp()
  const seen: string[] = []
  app.addHook('onRoute', ({ method, url }: Anything) => void seen.push(`${method} ${url}`))
  app.head('/a', handler)
  app.get('/a', handler)
  app.get('/b', handler)
  await app.ready()
  assert.deepEqual(seen, ['HEAD /a', 'GET /a', 'GET /b', 'HEAD /b'])
})
