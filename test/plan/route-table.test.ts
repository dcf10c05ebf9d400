import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeOf } from '../../src/tree/node.ts'
import { type Anything, createApp, type Options } from '../security/wild.ts'

const bodyOf = async (app: Anything, url: string, method = 'GET') => (await app.inject({ method, url })).body

test('nothing is found below a prefix and at it by the handler of its context, for every method, and by the root elsewhere', async () => {
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

test('where no context has a handler the root’s level answers, also below prefixes', async () => {
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

test('where nothing is logged a target that nobody serves is answered all the same', async () => {
  const { app } = createApp({ logger: false })
  assert.equal((await app.inject('/nothing')).statusCode, 404)
})

test('targets are told apart by the options of the router where nothing is found, too', async () => {
  const { app } = createApp({ routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true } })
  app.register(async (child: Anything) => child.setNotFoundHandler(() => 'p'), { prefix: '/p' })
  for (const url of ['/p/x', '/P/x', '//P//x']) assert.equal(await bodyOf(app, url), 'p')
})

test('a HEAD route of the application takes the place of the one that a GET route would bring', async () => {
  const { app } = createApp()
  app.head('/a', (_request: unknown, reply: Anything) => void reply.header('x-by', 'own').send())
  app.get('/a', () => 'a')
  app.get('/b', () => 'b')
  assert.throws(() => app.head('/b', () => ''), { code: 'FST_ERR_DUPLICATED_ROUTE' })
  const ask = async (url: string) => (await app.inject({ method: 'HEAD', url })).headers
  assert.equal((await ask('/a'))['x-by'], 'own')
  assert.equal((await ask('/b'))['content-length'], '1')
})

test('a HEAD route that an onRoute hook declares is there before the one that the GET route would bring', async () => {
  const { app } = createApp()
  app.addHook('onRoute', ({ method, url }: Anything) => {
    if (method === 'GET')
      app.head(url, (_request: unknown, reply: Anything) => void reply.header('x-by', 'hook').send())
  })
  app.get('/a', () => 'a')
  assert.equal((await app.inject({ method: 'HEAD', url: '/a' })).headers['x-by'], 'hook')
})

test('of a list of methods one of which is taken the others are there, and find nothing', async () => {
  const { app } = createApp()
  app.setNotFoundHandler(() => 'nothing')
  app.post('/a', () => 'first')
  assert.throws(() => app.route({ method: ['PUT', 'POST'], url: '/a', handler: () => 'second' }), {
    code: 'FST_ERR_DUPLICATED_ROUTE',
    message: /'PUT,POST'.*'\/a'/
  })
  assert.deepEqual([await bodyOf(app, '/a', 'POST'), await bodyOf(app, '/a', 'PUT')], ['first', 'nothing'])
})

test('a handler reads of its route what was declared, and of a target that nobody serves what holds there', async () => {
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

test('what a route is refused for at ready points to the line that declared it', async () => {
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

test('a function that can never finish is refused, except with compat', async () => {
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

test('a plan that may wait is made when its first request comes, once, and not before', async () => {
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

test('the routes of an app can be listed, each once, without those that were refused', async () => {
  const { app } = createApp()
  app.get('/a', () => 1)
  app.route({ method: ['PUT', 'POST'], url: '/b', handler: () => 1 })
  assert.throws(() => app.get('/a', () => 2), { code: 'FST_ERR_DUPLICATED_ROUTE' })
  const listed = () => [...nodeOf(app).tree.declarations()].map(({ methods, url }) => `${methods.join()} ${url}`)
  assert.deepEqual(listed(), ['GET /a', 'HEAD /a', 'PUT,POST /b'])
  await app.ready()
  assert.deepEqual(listed(), ['GET /a', 'HEAD /a', 'PUT,POST /b'])
})
