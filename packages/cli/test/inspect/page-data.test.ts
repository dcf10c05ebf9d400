import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, guard, plugin } from 'espalier'
import { pageDataOf } from '../../src/inspect/page-data.ts'

const requireUser = guard(async function requireUser() {
  return { user: 'ada' }
})

async function createShop(isGuarded: boolean) {
  const app = espalier()
  app.decorate('clock', 1)
  app.addHook('onRequest', async function early() {})
  const orders = plugin({
    name: 'orders',
    setup: (child) => {
      if (isGuarded) child.addHook('onRequest', requireUser)
      child.get('/', async () => 'all')
      return child.get('/:id', { preHandler: async function find() {} }, async () => 'one')
    }
  })
  app.register(orders, { prefix: '/orders' })
  app.get('/health', async () => 'ok')
  const explained = await app.explain()
  await app.close()
  return explained
}

test('a function of several routes is listed once, below the context that declares it', async () => {
  const { contexts, routes, steps } = pageDataOf(await createShop(true), 'shop', undefined)
  assert.deepEqual(
    contexts.map(({ name, parent, members }) => [name, parent, members]),
    [
      ['app', null, ['app.clock']],
      ['orders', 0, []]
    ]
  )
  const shared = steps.filter(({ isOfContext, stage }) => isOfContext && stage === 'onRequest')
  assert.deepEqual(
    shared.map(({ name, node }) => [name, node]),
    [
      ['early', 0],
      ['requireUser', 1]
    ]
  )
  const namesOf = (route: (typeof routes)[number] | undefined) =>
    (route?.steps ?? []).map((at) => steps[at]?.name).filter((name) => /^(early|requireUser|find)$/.test(name ?? ''))
  assert.deepEqual(Object.fromEntries(routes.map((route) => [route.url, [route.isGuarded, ...namesOf(route)]])), {
    '/orders': [true, 'early', 'requireUser'],
    '/orders/:id': [true, 'early', 'requireUser', 'find'],
    '/health': [false, 'early']
  })
})

test('the steps of a route are those of its explanation in the same order', async () => {
  const app = await createShop(true)
  const { routes, steps } = pageDataOf(app, 'shop', undefined)
  assert.deepEqual(
    routes.map((route) => route.steps.map((at) => [steps[at]?.stage, steps[at]?.name])),
    app.routes.map((route) => route.steps.map(({ stage, name }) => [stage, name]))
  )
})

test('a difference marks new routes and lists removed steps', async () => {
  const before = await createShop(true)
  const [first, ...others] = before.routes
  const { diff, routes } = pageDataOf(await createShop(false), 'shop', others)
  assert.deepEqual(
    routes.filter(({ isNew }) => isNew).map(({ url }) => url),
    [first?.url]
  )
  assert.deepEqual(
    diff?.changes.map(({ does, name, routes: of }) => [does, name, of]),
    [['removes', 'requireUser', before.routes.slice(1).flatMap(({ url }) => (url === '/health' ? [] : [`GET ${url}`]))]]
  )
})

test('the limits of a route are those of its explanation, and equal ones are listed once', async () => {
  const app = espalier({ bodyLimit: 1000 })
  app.get('/a', () => 'a')
  app.get('/b', () => 'b')
  app.post('/c', { bodyLimit: 7 }, () => 'c')
  const explained = await app.explain()
  await app.close()
  const { routes, bounds } = pageDataOf(explained, 'shop', undefined)
  const [a, b, c] = routes.map((route) => route.bounds)
  assert.deepEqual([a, b, bounds.length], [0, 0, 2])
  const rowOf = (name: string) => bounds[c ?? 0]?.rows.find(([first]) => first === name)
  assert.deepEqual(rowOf('bodyLimit'), ['bodyLimit', '7 bytes', 'of the route', 'answers 413 (a body)'])
  assert.deepEqual(
    bounds.map(({ rows }) => rows.length),
    [0, 2].map((at) => explained.routes[at]?.limits.length)
  )
  assert.match(bounds[0]?.reading ?? '', /^read /)
})
