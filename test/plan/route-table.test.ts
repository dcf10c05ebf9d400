import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeOf } from '../../src/tree/node.ts'
import { type Anything, createApp, type Options } from '../security/wild.ts'

const bodyOf = async (app: Anything, url: string, method = 'GET') => (await app.inject({ method, url })).body

test('an unknown path below a prefix gets the not-found handler of its context, for every method', async () => {
  const { app } = createApp()
  app.setNotFoundHandler(({ params }: Anything) => `root ${JSON.stringify(params)}`)
  for (const [prefix, name] of [
    ['/p', 'p'],
    ['/q/', 'q']
  ] as const)
    app.register(
      async (child: Anything) => {
        child.setNotFoundHandler(({ query, params }: Anything) => `${name} ${query.a ?? ''} ${params['*'] ?? ''}`)
        child.get('/there', () => 'there')
      },
      { prefix }
    )
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    assert.equal(await bodyOf(app, '/p', method), 'p  ')
    assert.equal(await bodyOf(app, '/p/', method), 'p  ')
    assert.equal(await bodyOf(app, '/p/x/y?a=1', method), 'p 1 x/y')
    assert.equal(await bodyOf(app, '/q/x', method), 'q  x')
    assert.equal(await bodyOf(app, '/q/', method), 'q  ')
    assert.match(await bodyOf(app, '/px', method), /^root/)
    assert.match(await bodyOf(app, '/', method), /^root/)
  }
  assert.equal(await bodyOf(app, '/p/there'), 'there')
})

test('the default 404 is sent and logged once when no not-found handler is set', async () => {
  const { app, lines } = createApp()
  app.register(async (child: Anything) => void child.get('/there', () => 'there'), { prefix: '/p' })
  for (const method of ['GET', 'POST'])
    for (const url of ['/', '/p', '/p/x?a=1']) {
      const { statusCode, headers, body } = await app.inject({ method, url })
      assert.equal(statusCode, 404)
      assert.match(headers['content-type'], /^application\/json/)
      const message = `Route ${method}:${url} not found`
      assert.equal(body, JSON.stringify({ message, error: 'Not Found', statusCode: 404 }))
      assert.equal(lines.filter(({ msg }) => msg === message).length, 1)
    }
})

test('an unknown path gets a 404 with logging off', async () => {
  const { app } = createApp({ logger: false })
  assert.equal((await app.inject('/nothing')).statusCode, 404)
})

test('router options apply to the prefixes of not-found handlers', async () => {
  const { app } = createApp({ routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true } })
  app.register(async (child: Anything) => child.setNotFoundHandler(() => 'p'), { prefix: '/p' })
  for (const url of ['/p/x', '/P/x', '//P//x']) assert.equal(await bodyOf(app, url), 'p')
})

test('a declared HEAD route takes the place of the generated one', async () => {
  const { app } = createApp()
  app.head('/a', (_request: unknown, reply: Anything) => void reply.header('x-by', 'own').send())
  app.get('/a', () => 'a')
  app.get('/b', () => 'b')
  assert.throws(() => app.head('/b', () => ''), { code: 'FST_ERR_DUPLICATED_ROUTE' })
  const ask = async (url: string) => (await app.inject({ method: 'HEAD', url })).headers
  assert.equal((await ask('/a'))['x-by'], 'own')
  assert.equal((await ask('/b'))['content-length'], '1')
})

test('a HEAD route that an onRoute hook adds takes the place of the generated one', async () => {
  const { app } = createApp()
  app.addHook('onRoute', ({ method, url }: Anything) => {
    if (method === 'GET')
      app.head(url, (_request: unknown, reply: Anything) => void reply.header('x-by', 'hook').send())
  })
  app.get('/a', () => 'a')
  assert.equal((await app.inject({ method: 'HEAD', url: '/a' })).headers['x-by'], 'hook')
})

test('a route is rejected as a whole when one of its methods is taken', async () => {
  const { app } = createApp()
  app.setNotFoundHandler(() => 'nothing')
  app.post('/a', () => 'first')
  assert.throws(() => app.route({ method: ['PUT', 'POST'], url: '/a', handler: () => 'second' }), {
    code: 'FST_ERR_DUPLICATED_ROUTE',
    message: /'PUT,POST'.*'\/a'/
  })
  assert.deepEqual([await bodyOf(app, '/a', 'POST'), await bodyOf(app, '/a', 'PUT')], ['first', 'nothing'])
})

test('routeOptions has the declared options of the route, and the defaults in a not-found handler', async () => {
  const { app } = createApp({ bodyLimit: 1000, handlerTimeout: 5000, exposeHeadRoutes: false })
  const show = ({ routeOptions }: Anything) => {
    const { handler, ...rest } = routeOptions
    return { ...rest, isOwn: handler === show, names: Object.keys(routeOptions) }
  }
  app.setNotFoundHandler(show)
  app.get('/plain', show)
  const own = { bodyLimit: 5, handlerTimeout: 100, attachValidation: true, logLevel: 'warn', exposeHeadRoute: true }
  app.get('/own', { ...own, config: { a: 1 }, prefixTrailingSlash: 'slash', constraints: { version: '1.2.3' } }, show)
  const names = [
    ...['method', 'url', 'bodyLimit', 'handlerTimeout', 'attachValidation', 'logLevel', 'exposeHeadRoute'],
    ...['prefixTrailingSlash', 'handler', 'config', 'schema', 'version']
  ]
  const read = async (url: string, headers = {}) => (await app.inject({ url, headers })).json()
  const ofRoute = (url: string) => ({ method: 'GET', url, isOwn: true, names })
  assert.deepEqual(await read('/plain'), {
    ...ofRoute('/plain'),
    ...{ bodyLimit: 1000, handlerTimeout: 5000, attachValidation: false, logLevel: '', exposeHeadRoute: false },
    ...{ prefixTrailingSlash: 'both', config: { url: '/plain', method: 'GET' } }
  })
  assert.deepEqual(await read('/own', { 'accept-version': '1.2.3' }), {
    ...ofRoute('/own'),
    ...{ ...own, prefixTrailingSlash: 'slash', version: '1.2.3', config: { a: 1, url: '/own', method: 'GET' } }
  })
  const nothing = { bodyLimit: 1000, handlerTimeout: 5000, logLevel: '', config: {}, isOwn: true }
  assert.deepEqual(await read('/nothing'), { ...nothing, names })
})

test('the stack of a schema error at ready points to the line of the route', async () => {
  const { app } = createApp()
  app.get('/good', { schema: { querystring: { type: 'object' } } }, () => '')
  app.get('/bad', { schema: { querystring: { type: 'text' } } }, () => '')
  await assert.rejects(
    async () => await app.ready(),
    (error: Anything) => {
      assert.equal(error.code, 'FST_ERR_SCH_VALIDATION_BUILD')
      assert.match(error.stack, /route-table\.test/)
      return true
    }
  )
})

test('a handler that can never finish is rejected, and boots with compat', async () => {
  const declare = (options: Options) => {
    const { app } = createApp(options)
    app.get('/', (request: Anything) => {
      request.seen = true
    })
    return app
  }
  await assert.rejects(async () => await declare({}).ready(), { code: 'ESP_ERR_NEVER_FINISHES' })
  await declare({ compat: 'fastify' }).ready()
})

test('a plan is compiled once: at boot, or at its first request when lazy', async () => {
  for (const [compile, atReady] of [
    ['lazy', 0],
    ['boot', 1]
  ] as const) {
    const { app } = createApp({ compile })
    let made = 0
    const validatorCompiler = Object.assign(
      () => {
        made++
        return () => true
      },
      { mayWait: () => true }
    )
    app.get('/', { validatorCompiler, schema: { querystring: { type: 'object' } }, exposeHeadRoute: false }, () => 'x')
    await app.ready()
    assert.equal(made, atReady)
    for (let turn = 0; turn < 2; turn++) assert.equal(await bodyOf(app, '/'), 'x')
    assert.equal(made, 1)
  }
})

test('declarations() lists each route once, without rejected ones', async () => {
  const { app } = createApp()
  app.get('/a', () => 1)
  app.route({ method: ['PUT', 'POST'], url: '/b', handler: () => 1 })
  assert.throws(() => app.get('/a', () => 2), { code: 'FST_ERR_DUPLICATED_ROUTE' })
  const listed = () => [...nodeOf(app).tree.declarations()].map(({ methods, url }) => `${methods.join()} ${url}`)
  assert.deepEqual(listed(), ['GET /a', 'HEAD /a', 'PUT,POST /b'])
  await app.ready()
  assert.deepEqual(listed(), ['GET /a', 'HEAD /a', 'PUT,POST /b'])
})
