import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

test('onRoute hooks run while the route is declared, those of the contexts above first', () => {
  const { app } = createApp()
  const seen: string[] = []
  app.addHook('onRoute', ({ url }: { url: string }) => seen.push(url))
  app.get('/a', { exposeHeadRoute: false }, () => '')
  assert.deepEqual(seen, ['/a'])
})

test('the boot waits for what such a hook does later, and fails where it fails', async () => {
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
