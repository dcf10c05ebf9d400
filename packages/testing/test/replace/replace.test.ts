import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, plugin, shared } from 'espalier'
import { appWith, replace } from '../../src/index.ts'

const database = shared({
  name: 'database',
  setup: (app, { url }: { url: string }) => {
    if (url === 'none') throw new Error('no database')
    return app.decorate('find', (_id: number): string | undefined => url)
  }
})
const books = plugin({
  name: 'books',
  needs: [database],
  setup: (app) => void app.get('/:id', ({ params }) => app.find(Number(params.id)) ?? 'none')
})
const fake = shared({
  name: 'database',
  setup: (app) => app.decorate('find', (id: number): string | undefined => (id === 1 ? 'Emma' : undefined))
})

/** The application has its database at the root, in a child context, or in a later plugin. */
const forms = {
  'at the root': () => espalier().register(database, { url: 'none' }).register(books),
  'in a context below': () =>
    espalier().register(async (context) => void context.register(database, { url: 'none' }).register(books)),
  'two contexts below': () =>
    espalier().register(async (outer) => {
      outer.register(async (context) => void context.register(database, { url: 'none' }).register(books))
    })
}

for (const [where, createApp] of Object.entries(forms))
  test(`a plugin registered ${where} is replaced in one app only`, async (t) => {
    const app = appWith(createApp, [replace(database, fake)])
    t.after(() => app.close())
    assert.deepEqual([(await app.inject('/1')).body, (await app.inject('/2')).body], ['Emma', 'none'])
    const real = createApp()
    await assert.rejects(async () => await real.ready(), /no database/)
  })

test('an app created asynchronously is returned as a promise', async (t) => {
  const create = async () => {
    await new Promise(setImmediate)
    const app = forms['at the root']()
    return { app }
  }
  const [{ app }, other] = await Promise.all([appWith(create, [replace(database, fake)]), create()])
  t.after(() => app.close())
  assert.equal((await app.inject('/1')).body, 'Emma')
  await assert.rejects(async () => await other.app.ready(), /no database/)
})

test('an app that does not register the replaced plugin fails to start', async () => {
  const app = appWith(() => espalier(), [replace(database, fake)])
  await assert.rejects(
    async () => await app.ready(),
    /appWith\(\) replaces the plugin 'database', which the app does not register\./
  )
  assert.throws(
    () =>
      appWith(() => {
        throw new Error('not made')
      }, []),
    /not made/
  )
})

test('a replacement with another shape, name or options is a type error', () => {
  const wrongShape = shared({ name: 'database', setup: (app) => app.decorate('find', (_id: number) => 1) })
  const wrongName = shared({ name: 'data', setup: (app) => app.decorate('find', (_id: number) => undefined) })
  const wrongOptions = shared({
    name: 'database',
    setup: (app, _options: { host: string }) => app.decorate('find', (_id: number) => undefined)
  })
  // @ts-expect-error: find() returns a text.
  replace(database, wrongShape)
  // @ts-expect-error: it has another name.
  replace(database, wrongName)
  // @ts-expect-error: the application gives no host.
  replace(database, wrongOptions)
})
