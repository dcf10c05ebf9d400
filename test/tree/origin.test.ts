import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, shared } from '../../src/index.ts'
import { hooksSeenBy } from '../../src/tree/inherit.ts'
import { nodeOf } from '../../src/tree/node.ts'

const line = () => Number(/:(\d+):\d+\)?$/.exec(new Error('here').stack?.split('\n')[2] ?? '')?.[1])

test('the origin of a hook is its plugin and line, also for shared plugins and derive()', async () => {
  const app = espalier()
  const plain = line() + 1
  app.addHook('onRequest', async () => {})
  let inShared = 0
  app.register(
    shared({
      name: 'clock',
      setup: (app) => {
        inShared = line() + 1
        app.addHook('onRequest', async () => {})
      }
    })
  )
  const derived = line() + 1
  app.derive('onRequest', () => ({ now: 1 }))
  await app.ready()
  const origins = hooksSeenBy(nodeOf(app), 'onRequest').map(({ origin }) => [origin.plugin, origin.place?.line])
  assert.deepEqual(origins, [
    [undefined, plain],
    ['clock', inShared],
    [undefined, derived]
  ])
  await app.close()
})

test('decorators, schemas, parsers, settings, routes and contexts have an origin', async () => {
  const app = espalier()
  const before = line()
  app.decorate('clock', 1)
  app.decorateRequest('user', null)
  app.addSchema({ $id: 'book', type: 'object' })
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(() => 'failed')
  app.setNotFoundHandler(() => 'nothing')
  app.get('/', () => 'ok')
  app.register(async () => {})
  await app.ready()
  const node = nodeOf(app)
  const [route] = node.tree.declarations()
  const places = [
    ...[node.origins.get('app')?.get('clock'), node.origins.get('requestDecorators')?.get('user')],
    ...[node.origins.get('schema')?.get('book'), node.origins.get('parser')?.get('text/csv')],
    ...[node.settings.errorHandler?.[0]?.origin, node.notFound?.origin, route?.origin, node.children[0]?.origin]
  ].map((origin) => (origin?.place?.line ?? 0) - before)
  assert.deepEqual(places, [1, 2, 3, 4, 5, 6, 7, 8])
  await app.close()
})

test('a place has only a file, a line and a column', async () => {
  const app = espalier()
  app.decorate('clock', 1)
  const place = nodeOf(app).origins.get('app')?.get('clock')?.place
  assert.deepEqual(Object.keys(place ?? {}), ['file', 'line', 'column'])
  assert.match(place?.file ?? '', /origin\.test\.js$/)
  await app.close()
})

test('declarations do not call Error.prepareStackTrace', async () => {
  const before = Error.prepareStackTrace
  let formatted = 0
  Error.prepareStackTrace = () => `${++formatted}`
  try {
    const app = espalier()
    app.addHook('onRequest', async () => {})
    app.decorate('clock', 1)
    app.get('/', () => 'ok')
    assert.equal(formatted, 0)
    await app.close()
  } finally {
    Error.prepareStackTrace = before as never
  }
})
