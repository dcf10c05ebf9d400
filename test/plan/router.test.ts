import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const strategy = (name: string, derive: (...args: Anything[]) => unknown) => ({
  name,
  storage: () => {
    const stored: Record<string, unknown> = {}
    return {
      get: (key: string) => stored[key] ?? null,
      set: (key: string, value: unknown) => {
        stored[key] = value
      }
    }
  },
  deriveConstraint: derive
})

const atOnce = strategy('tenant', (raw) => raw.headers.tenant)
const later = strategy('region', (raw, _context, done) => void setImmediate(done, null, raw.headers.region))

const answersOf = (app: Anything) =>
  Promise.all(
    [{}, { tenant: 'a' }, { region: 'b' }].map(async (headers) => (await app.inject({ url: '/', headers })).body)
  )

function declareAll(app: Anything, ...names: string[]): void {
  app.get('/', () => 'plain')
  for (const name of names) app.get('/', { constraints: { [name]: { tenant: 'a', region: 'b' }[name] } }, () => name)
}

test('routes are chosen by a constraint that is derived at once and one that is derived later', async () => {
  const { app } = createApp({ routerOptions: { constraints: { tenant: atOnce, region: later } } })
  declareAll(app, 'tenant', 'region')
  assert.deepEqual(await answersOf(app), ['plain', 'tenant', 'region'])
})

test('a constraint that is derived later may be added to others', async () => {
  const { app } = createApp({ routerOptions: { constraints: { tenant: atOnce } } })
  assert.deepEqual([app.hasConstraintStrategy('region'), app.hasConstraintStrategy('tenant')], [false, true])
  app.addConstraintStrategy(later)
  assert.ok(app.hasConstraintStrategy('region'))
  declareAll(app, 'tenant', 'region')
  assert.deepEqual(await answersOf(app), ['plain', 'tenant', 'region'])
})

test('a constraint that is derived at once may be added to one that is derived later', async () => {
  const { app } = createApp({ routerOptions: { constraints: { region: later } } })
  app.addConstraintStrategy(atOnce)
  declareAll(app, 'region', 'tenant')
  assert.deepEqual(await answersOf(app), ['plain', 'tenant', 'region'])
})

test('hasRoute and findRoute know a route in any case of its method, and none by half', async () => {
  const { app } = createApp()
  const handler = () => ''
  app.get('/a/:id', { constraints: { version: '1.0.0' } }, handler)
  app.post('/b', handler)
  await app.ready()
  const constraints = { version: '1.0.0' }
  for (const [query, isThere] of [
    [{ method: 'GET', url: '/a/:id', constraints }, true],
    [{ method: 'get', url: '/a/:id', constraints }, true],
    [{ method: 'GET', url: '/a/:id' }, false],
    [{ method: 'POST', url: '/a/:id', constraints }, false],
    [{ method: 'post', url: '/b' }, true],
    [{ method: 'POST' }, false],
    [{ url: '/b' }, false],
    [{}, false]
  ] as [Anything, boolean][]) {
    assert.equal(app.hasRoute(query), isThere, JSON.stringify(query))
    assert.equal(app.findRoute(query) !== null, isThere, JSON.stringify(query))
  }
  assert.equal(app.findRoute({ method: 'post', url: '/b' }).handler, handler)
})

test('a route that is there already is refused with its method and path', () => {
  const { app } = createApp()
  app.get('/a', () => '')
  assert.throws(() => app.get('/a', () => ''), {
    code: 'FST_ERR_DUPLICATED_ROUTE',
    message: /GET.*\/a/
  })
})

test('an error of the router that is no duplicate stays what it is', () => {
  const { app } = createApp()
  assert.throws(
    () => app.get('/a', { constraints: { unknown: 1 } }, () => ''),
    (error: Anything) => {
      assert.notEqual(error.code, 'FST_ERR_DUPLICATED_ROUTE')
      return true
    }
  )
})

test('printRoutes shows the tree, with the hooks and the options that are asked for', async () => {
  const { app } = createApp({ exposeHeadRoutes: false })
  app.addHook('onRequest', async function fromAbove() {})
  app.get('/a', { preHandler: async function own() {}, errorHandler: function mine() {} }, () => '')
  app.post('/a/b', { logLevel: 'warn' }, () => '')
  await app.ready()
  const plain = app.printRoutes()
  assert.match(plain, /a \(GET\)[\s\S]*\/b \(POST\)/)
  assert.doesNotMatch(plain, /fromAbove|errorHandler/)
  const hooks = app.printRoutes({ includeHooks: true })
  assert.match(hooks, /\(onRequest\) \["fromAbove\(\)"\]/)
  assert.match(hooks, /\(preHandler\) \["own\(\)"\]/)
  assert.doesNotMatch(hooks, /onSend|errorHandler/)
  const both = app.printRoutes({ includeHooks: true, includeMeta: ['errorHandler'] })
  assert.match(both, /\(errorHandler\) "mine\(\)"[\s\S]*\(errorHandler\) "defaultErrorHandler\(\)"/)
  assert.match(both, /fromAbove/)
  const all = app.printRoutes({ includeMeta: true })
  assert.match(all, /\(logLevel\) "warn"/)
  assert.match(all, /\(onRequest\)/)
})

test('a query is read by the parser of the app, which answers at once', async () => {
  const { app } = createApp({ routerOptions: { querystringParser: (text: string) => ({ text }) } })
  app.get('/', ({ query }: Anything) => query)
  assert.equal((await app.inject('/?a=1&b')).body, '{"text":"a=1&b"}')
  const { app: late, lines } = createApp({ routerOptions: { querystringParser: async () => ({}) } })
  late.get('/', () => '')
  assert.equal((await late.inject('/?a')).statusCode, 500)
  assert.match(lines.find(({ err }) => err !== undefined)?.err?.message ?? '', /querystringParser/)
  const { app: plain } = createApp()
  plain.get('/', ({ query }: Anything) => query)
  assert.equal((await plain.inject('/?a=1&b&a=2&c=%20')).body, '{"a":["1","2"],"b":"","c":" "}')
})

test('what is taken is named by every method and the path that were asked for', () => {
  const { app } = createApp({ exposeHeadRoutes: false })
  app.post('/a', () => '')
  for (const method of [['POST'], ['PUT', 'POST'], ['POST', 'DELETE']])
    assert.throws(() => app.route({ method, url: '/a', handler: () => '' }), {
      code: 'FST_ERR_DUPLICATED_ROUTE',
      message: `'${method}' is already declared for route '/a'. Remove one of the two, or tell them apart by constraints.`
    })
})

test('findRoute gives the parameters by their places, and hasRoute asks for nothing but a method, a path and constraints', async () => {
  const { app } = createApp()
  const handler = () => ''
  app.get('/a/:id', handler)
  app.get('/', handler)
  await app.ready()
  const { params, searchParams, ...rest } = app.findRoute({ method: 'get', url: '/a/:id' })
  assert.deepEqual([{ ...params }, { ...searchParams }, rest], [{ id: ':id' }, {}, { handler }])
  assert.equal(app.hasRoute({ method: 'GET', url: '/' }), true)
  assert.equal(app.hasRoute({ method: 'GET' }), false)
  assert.equal(app.hasRoute({ url: '/' }), false)
})

test('printRoutes names what has no name, and shows of the defaults what answers errors', async () => {
  const { app } = createApp({ exposeHeadRoutes: false })
  const anonymous = (() => async () => {})()
  app.get('/a', { errorHandler: anonymous, onTimeout: anonymous, logSerializers: { a: anonymous } }, () => '')
  app.register(
    async (child: Anything) => {
      child.setErrorHandler(async function nearest() {})
      child.get('/b', () => '')
    },
    { prefix: '/p' }
  )
  app.post('/c', () => '')
  await app.ready()
  const all = app.printRoutes({ includeMeta: true, commonPrefix: false })
  assert.match(all, /a \(GET\)[\s\S]*\(errorHandler\) "anonymous\(\)"[\s\S]*\(onTimeout\) \["anonymous\(\)"\]/)
  assert.match(all, /b \(GET\)[\s\S]*\(errorHandler\) "nearest\(\)"/)
  assert.match(all, /c \(POST\)\s[\s\S]*\(errorHandler\) "defaultErrorHandler\(\)"/)
  assert.doesNotMatch(all, /logLevel|onRequest|undefined|null|""/)
  const hooks = app.printRoutes({ includeHooks: true })
  assert.equal(hooks, app.printRoutes({ includeHooks: true, includeMeta: true }))
  assert.equal(hooks, app.printRoutes({ includeHooks: true, includeMeta: [] }))
  assert.doesNotMatch(hooks, /errorHandler/)
  assert.equal(app.printRoutes(), app.printRoutes({ includeHooks: false, includeMeta: false }))
  assert.notEqual(app.printRoutes({ method: 'POST' }), app.printRoutes({ method: 'GET' }))
})
