// A test replaces a plugin that other plugins need by a plugin of the same name. Its types: test-d/plugin.test-d.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, plugin, shared } from 'espalier'

const connected: string[] = []

const store = shared({
  name: 'store',
  setup: async (app, { url }: { url: string }) => {
    connected.push(url)
    return app.decorate('store', { find: async (id: number): Promise<string | undefined> => `${url}/${id}` })
  }
})

const pages = plugin({
  name: 'pages',
  needs: [store],
  setup: (app) => void app.get('/:id', async ({ params }) => (await app.store.find(Number(params.id))) ?? 'nothing')
})

const createApp = (given: typeof store = store) => espalier().register(given, { url: 'db:' }).register(pages)

const fake: typeof store = shared({
  name: 'store',
  setup: (app) => app.decorate('store', { find: async (id: number) => (id === 1 ? 'found' : undefined) })
})

test('a fake plugin of another name fails the boot with the name of the missing plugin', async () => {
  const stranger = shared({ name: 'fake', setup: (app) => app.decorate('store', { find: async () => '' }) })
  // @ts-expect-error it has another name
  const app = createApp(stranger)
  await assert.rejects(async () => app.ready(), /'store' of plugin 'pages' is not registered/)
})

test('a fake plugin beside the plugin of its name fails the boot with a duplicate decorator', async () => {
  const app = createApp()
  // @ts-expect-error 'store' is already decorated in this context
  app.register(fake, { url: '' })
  await assert.rejects(async () => app.ready(), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
})

test('a fake plugin of the same name replaces the plugin, which is not loaded', async () => {
  connected.length = 0
  const app = createApp(fake)
  assert.equal((await app.inject('/1')).body, 'found')
  assert.equal((await app.inject('/2')).body, 'nothing')
  assert.deepEqual(connected, [])
  await app.close()

  const real = createApp()
  assert.equal((await real.inject('/1')).body, 'db:/1')
  assert.deepEqual(connected, ['db:'])
  await real.close()
})
