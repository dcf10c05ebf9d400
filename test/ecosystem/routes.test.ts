import assert from 'node:assert/strict'
import { test } from 'node:test'
import routes from '@fastify/routes'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('app.routes lists every route after the plugin with prefix, method and schema', async (t) => {
  const app = createApp()
  app.get('/before', async () => 'not listed')
  await app.register(routes)
  const schema = { querystring: { type: 'object', properties: { page: { type: 'integer' } } } }
  app.register(
    async (child) => {
      child.get('/books', { schema }, async () => [])
      child.post('/books', async () => ({}))
    },
    { prefix: '/v1' }
  )
  app.get('/', async () => [...app.routes].map(([url, list]) => [url, list.map(({ method }) => method)]))
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(origin)).json(), [
    ['/', ['GET', 'HEAD']],
    ['/v1/books', ['GET', 'HEAD', 'POST']]
  ])
  assert.deepEqual(app.routes.get('/v1/books')?.[0]?.schema, schema)
})
