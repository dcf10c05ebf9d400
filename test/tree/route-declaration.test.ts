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
  test(`the root of a prefix with prefixTrailingSlash ${prefixTrailingSlash} gives ${answered}`, async () => {
    for (const prefix of ['/p', '/a/b']) {
      const { app } = createApp()
      const options = prefixTrailingSlash === undefined ? {} : { prefixTrailingSlash }
      app.register(async (child: Anything) => void child.get('/', options, handler), { prefix })
      assert.deepEqual([await statusOf(app, prefix), await statusOf(app, `${prefix}/`)], answered)
    }
  })
}

test('the root of a prefix is declared once when slashes are ignored', async () => {
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

test('a trailing slash of the prefix and a leading slash of the path are merged', async () => {
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
  ['an invalid handler', { handler: 1 }, 'FST_ERR_ROUTE_MISSING_HANDLER', /GET.*\/x/],
  ['an invalid error handler', { errorHandler: 1 }, 'FST_ERR_ROUTE_HANDLER_NOT_FN', /GET.*\/x/],
  ['a body limit of 0', { bodyLimit: 0 }, 'FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', /0/],
  ['a body limit below 0', { bodyLimit: -1 }, 'FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', /-1/],
  ['a fractional body limit', { bodyLimit: 0.5 }, 'FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', /0.5/],
  ['a body limit that is a string', { bodyLimit: '5' }, 'FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', /5/],
  ['a handlerTimeout below 0', { handlerTimeout: -1 }, 'FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT', /-1/],
  [
    'an invalid answerTimeout',
    { answerTimeout: '5s' },
    'ESP_ERR_ARGUMENT_INVALID',
    /^The option 'answerTimeout' of the route GET \/x must be a whole number of milliseconds, or false for no limit, not '5s'\./
  ],
  [
    'an invalid emptyBody',
    { emptyBody: { a: { b: 1 } } },
    'ESP_ERR_ARGUMENT_INVALID',
    /^The option 'emptyBody' of the route GET \/x must be 'none' or 'parse', not \{ a: \[Object\] \}\./
  ],
  ['a fractional handlerTimeout', { handlerTimeout: 1.5 }, 'FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT', /1.5/],
  ['no method', { method: undefined }, 'FST_ERR_ROUTE_METHOD_INVALID', /./],
  ['a method that is a number', { method: 1 }, 'FST_ERR_ROUTE_METHOD_INVALID', /./],
  ['a list with an invalid method', { method: ['GET', null] }, 'FST_ERR_ROUTE_METHOD_INVALID', /./],
  ['an unsupported method', { method: 'LOCK' }, 'FST_ERR_ROUTE_METHOD_NOT_SUPPORTED', /LOCK/],
  ['a list with an unsupported method', { method: ['GET', 'lock'] }, 'FST_ERR_ROUTE_METHOD_NOT_SUPPORTED', /LOCK/],
  ['a url that is not a string', { url: 5 }, 'FST_ERR_INVALID_URL', /number/],
  ['a body schema on GET', { schema: { body: {} } }, 'FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED', /GET.*\/x/],
  [
    'a body schema on POST and HEAD',
    { method: ['POST', 'HEAD'], schema: { body: {} } },
    'FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED',
    /HEAD.*\/x/
  ]
] as [string, object, string, RegExp][]) {
  test(`route() throws for ${what}`, () => {
    const { app } = createApp()
    assert.throws(() => app.route({ method: 'GET', url: '/x', handler, ...options }), { code, message: says })
  })
}

test('route() takes path, methods in any case and a list of methods', async () => {
  const { app } = createApp()
  app.route({ method: 'get', path: '/by-path', handler })
  app.route({ method: ['Put', 'post'], url: '/several', handler })
  assert.equal(await statusOf(app, '/by-path'), 200)
  for (const method of ['PUT', 'POST']) assert.equal((await app.inject({ method, url: '/several' })).statusCode, 200)
  assert.equal((await app.inject({ method: 'PATCH', url: '/several' })).statusCode, 404)
})

test('onRoute hooks get the full path, prefix, log level and attachValidation of a route', async () => {
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

test('routeOptions.config has the given members, url and method', async () => {
  const { app } = createApp()
  app.get('/a', { config: { mine: 1 } }, (request: Anything) => request.routeOptions.config)
  assert.deepEqual((await app.inject('/a')).json(), { mine: 1, url: '/a', method: 'GET' })
})

test('an unknown logLevel of a route throws', () => {
  const { app } = createApp()
  assert.throws(() => app.get('/x', { logLevel: 'loud' }, handler), /loud/)
})

test('onRoute hooks get no generated HEAD route for a GET route with a declared one', async () => {
  const { app } = createApp()
  const seen: string[] = []
  app.addHook('onRoute', ({ method, url }: Anything) => void seen.push(`${method} ${url}`))
  app.head('/a', handler)
  app.get('/a', handler)
  app.get('/b', handler)
  await app.ready()
  assert.deepEqual(seen, ['HEAD /a', 'GET /a', 'GET /b', 'HEAD /b'])
})
