import assert from 'node:assert/strict'
import { test } from 'node:test'
import rateLimit from '@fastify/rate-limit'
import fp from 'fastify-plugin'
import espalier from '../../src/index.ts'
import type { Anything } from '../security/wild.ts'

/** A shared plugin that notes the routes that its `onRoute` hook gets. */
function createWatcher(name = 'watcher') {
  const seen: string[] = []
  const plugin = fp(
    async (app: Anything) => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      app.addHook('onRoute', (route: Anything) => void seen.push(`${route.method} ${route.url}`))
    },
    { name }
  )
  return { seen, plugin: plugin as Anything }
}

const handler = async () => 'ok'
const createApp = (options: object = {}) => espalier({ exposeHeadRoutes: false, ...options }) as Anything

test('the onRoute hook of a plugin that is not awaited gets each later route once', async () => {
  const { seen, plugin } = createWatcher()
  const app = createApp()
  app.get('/before', handler)
  app.register(plugin)
  app.get('/behind', handler)
  app.register(
    async (child: Anything) => {
      child.get('/deep', handler)
    },
    { prefix: '/child' }
  )
  await app.after()
  app.get('/later', handler)
  await app.ready()
  assert.deepEqual(seen, ['GET /behind', 'GET /child/deep', 'GET /later'])
})

test('the onRoute hook of a plugin does not get routes of earlier or sibling contexts', async () => {
  const { seen, plugin } = createWatcher()
  const app = createApp()
  app.register(async (child: Anything) => child.get('/first', handler))
  app.register(async (child: Anything) => {
    child.register(plugin)
    child.get('/own', handler)
  })
  app.register(async (child: Anything) => child.get('/beside', handler))
  app.get('/above', handler)
  await app.ready()
  assert.deepEqual(seen, ['GET /own'])
})

test('an onRoute hook gets only routes that are declared after it', async () => {
  const seen: string[] = []
  const app = createApp()
  app.get('/before', handler)
  app.addHook('onRoute', (route: Anything) => void seen.push(route.url))
  app.get('/behind', handler)
  await app.ready()
  assert.deepEqual(seen, ['/behind'])
})

test('the onRoute hook of a nested plugin gets the routes after it in order', async () => {
  const { seen, plugin } = createWatcher('inner')
  const app = createApp()
  app.get('/before', handler)
  app.register(
    fp(
      (outer: Anything, _options: unknown, done: () => void) => {
        outer.get('/outer-before', handler)
        outer.register(plugin)
        outer.get('/outer-behind', handler)
        done()
      },
      { name: 'outer' }
    )
  )
  app.get('/behind', handler)
  await app.ready()
  assert.deepEqual(seen, ['GET /behind', 'GET /outer-behind'])
})

test('a late onRoute hook can change hooks, handler and config', async () => {
  const app = createApp()
  app.register(
    fp(async (plugin: Anything) => {
      plugin.addHook('onRoute', (route: Anything) => {
        route.config = { ...route.config, noted: true }
        route.preHandler = async (_request: unknown, reply: Anything) => void reply.header('x-noted', 'yes')
        const { handler: own } = route
        route.handler = async (...args: unknown[]) => `${await own(...args)}!`
      })
    })
  )
  app.get('/', { config: { own: 1 } }, async (request: Anything) => Object.keys(request.routeOptions.config).join())
  const answer = await app.inject('/')
  assert.equal(answer.headers['x-noted'], 'yes')
  assert.equal(answer.body, 'own,url,method,noted!')
})

test('routes that a late onRoute hook declares are passed to it once', async () => {
  const seen: string[] = []
  const app = createApp()
  app.register(
    fp(async (plugin: Anything) => {
      plugin.addHook('onRoute', (route: Anything) => {
        seen.push(`${route.method} ${route.url}`)
        if (route.method === 'GET') plugin.options(route.url, handler)
      })
    })
  )
  app.get('/one', handler)
  app.get('/two', handler)
  await app.ready()
  assert.deepEqual(seen, ['GET /one', 'OPTIONS /one', 'GET /two', 'OPTIONS /two'])
  assert.equal((await app.inject({ method: 'OPTIONS', url: '/two' })).statusCode, 200)
})

test('an error of a late onRoute hook fails the boot', async () => {
  const app = createApp()
  app.register(
    fp(async (plugin: Anything) => {
      plugin.addHook('onRoute', () => {
        throw new Error('no such route here')
      })
    })
  )
  app.get('/', handler)
  await assert.rejects(app.ready(), /no such route here/)
})

test('a late onRoute hook that adds an invalid hook fails the boot', async () => {
  const app = createApp()
  app.register(
    fp(async (plugin: Anything) =>
      plugin.addHook('onRoute', (route: Anything) => void Object.assign(route, { onSend: 'x' }))
    )
  )
  app.get('/', handler)
  await assert.rejects(app.ready(), { code: 'FST_ERR_HOOK_INVALID_HANDLER' })
})

test('a late onRoute hook that changes url, method or constraints fails the boot', async () => {
  for (const [name, value] of [
    ['url', '/other'],
    ['method', 'POST'],
    ['constraints', { version: '1.0.0' }]
  ] as const) {
    const app = createApp()
    const plugin = async (plugin: Anything) =>
      plugin.addHook('onRoute', (route: Anything) => void Object.assign(route, { [name]: value }))
    app.register(fp(plugin, { name: 'mover' }))
    app.get('/', handler)
    await assert.rejects(app.ready(), {
      code: 'ESP_ERR_ROUTE_CHANGED_TOO_LATE',
      message: new RegExp(`mover.* changes '${name}' of GET /, .*Await register\\(\\)`)
    })
  }
})

test('@fastify/rate-limit limits routes that are declared without awaiting it', async () => {
  const app = createApp()
  app.register(rateLimit, { global: false })
  app.get('/slow', { config: { rateLimit: { max: 2 } } }, handler)
  const statuses = []
  for (let call = 0; call < 3; call++) statuses.push((await app.inject('/slow')).statusCode)
  assert.deepEqual(statuses, [200, 200, 429])
})
