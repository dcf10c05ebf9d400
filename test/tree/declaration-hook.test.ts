import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

test('an onRoute hook runs while the route is declared', () => {
  const { app } = createApp()
  const seen: string[] = []
  app.addHook('onRoute', ({ url }: { url: string }) => seen.push(url))
  app.get('/a', { exposeHeadRoute: false }, () => '')
  assert.deepEqual(seen, ['/a'])
})

test('the boot waits for an async onRoute or onRegister hook, and fails with its error', async () => {
  for (const name of ['onRoute', 'onRegister']) {
    const { app } = createApp()
    app.addHook(name, async () => {
      await new Promise(setImmediate)
      throw new Error('too late')
    })
    app.register(async (child: Anything) => child.get('/', () => ''))
    await assert.rejects(app.ready(), /too late/, name)
  }
})
