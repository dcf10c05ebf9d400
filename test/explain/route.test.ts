import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { espalier, guard, plugin } from '../../src/index.ts'
import { documented } from '../../src/openapi/index.ts'
import { bearerAuth } from '../../src/plugin/bearer-auth.ts'

const requireUser = guard(function requireUser() {
  return { user: 'ada' }
})

test('explain() lists each route once in order of declaration, with contexts, constraints and steps', async () => {
  const app = espalier()
  app.get('/health', async function health() {
    return 'ok'
  })
  const orders = plugin({
    name: 'orders',
    setup: (child) => {
      child.route({ method: ['GET', 'POST'], url: '/', onRequest: requireUser, handler: async function list() {} })
      return child.get('/old', { constraints: { version: '1.2.0' } }, async function old() {})
    }
  })
  app.register(orders, { prefix: '/orders' })
  const { contexts, routes } = await app.explain()
  assert.deepEqual(
    contexts.map(({ name, parent, prefix }) => [name, parent, prefix]),
    [
      ['app', null, ''],
      ['orders', 0, '/orders']
    ]
  )
  assert.deepEqual(
    routes.map(({ node }) => node),
    [0, 1, 1]
  )
  const shown = routes.map(({ name, context, contexts, constraints, steps }) => {
    const inRequest = steps.filter(({ stage }) => stage === 'onRequest' || stage === 'parse' || stage === 'handler')
    return [name, context, contexts.join(' '), { ...constraints }, inRequest.map((step) => step.name).join(', ')]
  })
  const parsers = 'the parser of application/json, the parser of text/plain'
  assert.deepEqual(shown, [
    ['GET /health', 'app', 'app', {}, 'health'],
    ['GET,POST /orders', 'orders', 'app orders', {}, `requireUser, ${parsers}, list`],
    ['GET /orders/old', 'orders', 'app orders', { version: '1.2.0' }, 'old']
  ])
  assert.ok(routes.every(({ place }) => place !== null && place.line > 0))
  assert.equal(JSON.stringify(JSON.parse(JSON.stringify({ routes }))), JSON.stringify({ routes }))
  await app.close()
})

test('the security of a route comes from its schema, documented hooks and bearerAuth', async () => {
  const app = espalier()
  const schemes = { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } as const
  const asked = documented(
    guard(() => ({ user: 'ada' })),
    { schemes }
  )
  app.get('/documented', { onRequest: asked }, async () => 'ok')
  app.get('/named', { schema: { security: [{ key: [] }, { session: [] }] } }, async () => 'ok')
  app.get('/open', async () => 'ok')
  app.register(async (child) => {
    await child.register(bearerAuth, { keys: ['a'] })
    child.get('/bearer', async () => 'ok')
  })
  const { routes } = await app.explain()
  assert.deepEqual(
    routes.map(({ url, security }) => [url, security]),
    [
      ['/documented', ['session']],
      ['/named', ['key', 'session']],
      ['/open', []],
      ['/bearer', ['bearer']]
    ]
  )
  await app.close()
})

test('validators and serializers of outer contexts are listed with the route', async () => {
  const app = espalier()
  app.routeDefaults({ response: { '4xx': Type.Object({ message: Type.String() }) } })
  app.register(async (child) => {
    child.get('/notes', async () => 'ok')
  })
  const shop = plugin({
    name: 'shop',
    params: { shop: Type.Integer() },
    setup: (child) => child.get('/sold', async () => 'ok')
  })
  app.register(shop, { prefix: '/:shop' })
  const { routes } = await app.explain()
  const bySchema = routes.map(({ steps }) => {
    return steps.filter(({ stage }) => stage === 'validate' || stage === 'serialize').map(({ name }) => name)
  })
  assert.deepEqual(bySchema, [['4xx'], ['params', '4xx']])
  await app.close()
})
