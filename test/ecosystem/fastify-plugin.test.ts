import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('the boot fails for a plugin of another major version', async () => {
  const app = createApp()
  app.register(fp(async () => {}, { name: 'ancient', fastify: '2.x' }))

  await assert.rejects(async () => app.ready(), { code: 'FST_ERR_PLUGIN_VERSION_MISMATCH' })
})

test('the boot fails for a plugin whose dependency is not registered', async (t) => {
  const dependent = fp(async () => {}, { name: 'dependent', dependencies: ['needed'] })
  const alone = createApp()
  alone.register(dependent)
  await assert.rejects(async () => alone.ready(), { code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED' })

  const together = createApp()
  together.register(fp(async () => {}, { name: 'needed' })).register(dependent)
  await serving(t, together)
  assert.equal(together.hasPlugin('dependent'), true)
})

test('the boot fails for a plugin whose decorator is missing', async () => {
  const app = createApp()
  app.register(fp(async () => {}, { name: 'needy', decorators: { request: ['user'] } }))

  await assert.rejects(async () => app.ready(), { code: 'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE' })
})

const declaring = (name: string) => async (instance: FastifyInstance) => {
  instance.decorate(name, 'declared')
}

test('a shared plugin decorates the context that registers it, and an encapsulated one its own', async (t) => {
  const app = createApp()
  app.register(fp(declaring('shared'), { fastify: '5.x' }))
  app.register(fp(declaring('own'), { encapsulate: true }))
  app.register(async (child) => {
    child.get('/', async () => ({ shared: child.getDecorator('shared'), own: child.hasDecorator('own') }))
  })
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(origin)).json(), { shared: 'declared', own: false })
})

test('the routes of a shared plugin ignore its prefix', async (t) => {
  const app = createApp()
  const routes = fp<{ prefix: string }>(async (instance, { prefix }) => {
    instance.get('/where', async () => ({ prefix }))
  })
  app.register(routes, { prefix: '/given' })
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/where`)).json(), { prefix: '/given' })
  assert.equal((await fetch(`${origin}/given/where`)).status, 404)
})
