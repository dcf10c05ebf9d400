import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guard } from '../../src/index.ts'
import { type Anything, createApp } from '../security/wild.ts'

test('hasRoute and findRoute ignore the case of the method, and need method, path and constraints', async () => {
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

test('printRoutes shows the tree, with hooks and options on request', async () => {
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

test('findRoute returns params, searchParams and the handler, and hasRoute needs method and path', async () => {
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

test('printRoutes shows unnamed functions as anonymous, and of the defaults only the error handler', async () => {
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

test('printRoutes shows each hook of a route once, and onTimeout first', async () => {
  const { app } = createApp({ exposeHeadRoutes: false })
  const names = ['onRequest', 'preHandler', 'onTimeout', 'onSend']
  const hook = async function watch() {}
  app.get('/a', Object.fromEntries(names.map((name) => [name, hook])), () => '')
  await app.ready()
  const shown = [...app.printRoutes({ includeHooks: true }).matchAll(/\((on\w+|pre\w+)\)/g)].map(([, name]) => name)
  assert.deepEqual(shown, ['onTimeout', 'onRequest', 'preHandler', 'onSend'])
})

test('printRoutes shows derive and guard by their line or function name', async () => {
  const { app } = createApp()
  app.derive('onRequest', async ({ headers }: Anything) => ({ key: headers.key }))
  app.get('/session', { preHandler: [guard(async ({ key }: Anything) => ({ reader: key }))] } as never, () => '')
  app.post(
    '/session',
    {
      preHandler: [
        guard(function requireStaff({ key }: Anything) {
          return { staff: key }
        } as never)
      ]
    } as never,
    () => ''
  )
  await app.ready()
  const shown: string = app.printRoutes({ includeHooks: true })
  assert.match(shown, /\(onRequest\) \["derive at router-verbs\.test\.js:\d+"\]/)
  assert.match(shown, /session \(GET\)[\s\S]*\(preHandler\) \["guard at router-verbs\.test\.js:\d+"\]/)
  assert.match(shown, /session \(POST\)[\s\S]*\(preHandler\) \["guard requireStaff"\]/)
})
