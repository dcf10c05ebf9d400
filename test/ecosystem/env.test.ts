import assert from 'node:assert/strict'
import { test } from 'node:test'
import env from '@fastify/env'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

interface Settings {
  PORT: number
  NAME: string
}

const schema = {
  type: 'object',
  required: ['PORT'],
  properties: { PORT: { type: 'integer' }, NAME: { type: 'string', default: 'espalier' } }
}

test('the boot fails for a missing variable, and the message names it', async () => {
  const app = createApp()
  app.register(env, { schema, data: {} })

  await assert.rejects(async () => app.ready(), { message: "env must have required property 'PORT'" })
})

test('settings are coerced, have defaults, and are available on app and request', async (t) => {
  const app = createApp()
  await app.register(env, { schema, data: { PORT: '8080', UNKNOWN: 'dropped' }, confKey: 'settings' })
  app.get('/', async (request) => ({
    decorated: app.getDecorator<Settings>('settings'),
    asked: request.getEnvs<Settings>()
  }))
  const origin = await serving(t, app)

  const settings = { PORT: 8080, NAME: 'espalier' }
  assert.deepEqual(await (await fetch(origin)).json(), { decorated: settings, asked: settings })
})

test('a child plugin registers its own settings beside those of the app', async (t) => {
  const app = createApp()
  await app.register(env, { schema, data: { PORT: 1 } })
  app.register(async (child) => {
    await child.register(env, { schema, data: { PORT: 2 }, confKey: 'own' })
    child.get('/child', async () => [
      child.getDecorator<Settings>('config').PORT,
      child.getDecorator<Settings>('own').PORT
    ])
  })
  app.get('/', async () => ({ own: app.hasDecorator('own') }))
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/child`)).json(), [1, 2])
  assert.deepEqual(await (await fetch(origin)).json(), { own: false })
})
