import assert from 'node:assert/strict'
import { test } from 'node:test'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fluent from 'fluent-json-schema'
import { createDocumentedApp } from './documented-app.ts'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

const S = fluent.default

test('the boot fails for swagger-ui without @fastify/swagger', async () => {
  const app = createApp()
  app.register(swaggerUi)

  await assert.rejects(async () => app.ready(), { code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED' })
})

test('the document lists described routes under their prefix, and no hidden one', async (t) => {
  const app = await createDocumentedApp()
  const origin = await serving(t, app)

  const document = (await (await fetch(`${origin}/docs/json`)).json()) as {
    openapi: string
    info: unknown
    paths: Record<string, Record<string, { tags: string[]; parameters: unknown; responses: unknown }>>
    components: { schemas: Record<string, { title: string }> }
  }

  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual(document.info, { title: 'Bookshop', version: '1.2.3' })
  assert.deepEqual(Object.keys(document.paths).sort(), ['/books/', '/books/{id}'])
  assert.deepEqual(document.paths['/books/{id}']?.get?.parameters, [
    { schema: { type: 'integer' }, in: 'path', name: 'id', required: true }
  ])
  assert.deepEqual(document.paths['/books/{id}']?.get?.tags, ['books'])
  assert.deepEqual(
    Object.values(document.components.schemas).map(({ title }) => title),
    ['Book']
  )
  assert.match(await (await fetch(`${origin}/docs/yaml`)).text(), /^openapi: 3\.1\.0$/m)
})

test('the document has a query declared as `query`, and fluent schemas as JSON Schema', async () => {
  const app = createApp()
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'Bookshop', version: '1.2.3' } } })
  const query = { type: 'object', required: ['page'], properties: { page: { type: 'integer' } } }
  const schema = { query, body: S.object().prop('title', S.string()), response: { 200: S.object() } }
  app.post('/books', { schema }, async () => ({}))
  await app.ready()

  const route = app.swagger().paths?.['/books']?.post as unknown as Described
  assert.deepEqual(route.parameters, [{ schema: { type: 'integer' }, in: 'query', name: 'page', required: true }])
  assert.deepEqual(route.requestBody.content['application/json'].schema.properties, { title: { type: 'string' } })
  assert.equal(route.responses['200'].content['application/json'].schema.type, 'object')
})

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: { type: string; properties: unknown } } }
}

interface Described {
  readonly parameters: unknown
  readonly requestBody: Content
  readonly responses: { readonly 200: Content }
}

test('a described route validates requests and filters responses', async (t) => {
  const origin = await serving(t, await createDocumentedApp())

  const refused = await fetch(`${origin}/books/seven`)
  assert.equal(refused.status, 400)
  assert.equal(((await refused.json()) as { message: string }).message, 'params/id must be integer')
  assert.deepEqual(await (await fetch(`${origin}/books/7`)).json(), { title: 'Walden' })
})

test('the page, its script and its style sheet have their media types', async (t) => {
  const origin = await serving(t, await createDocumentedApp())

  const page = await fetch(`${origin}/docs`)
  assert.equal(page.status, 200)
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(await page.text(), /<div id="swagger-ui"><\/div>/)
  const script = await fetch(`${origin}/docs/static/swagger-initializer.js`)
  assert.equal(script.headers.get('content-type'), 'application/javascript; charset=utf-8')
  const style = await fetch(`${origin}/docs/static/swagger-ui.css`)
  assert.match(style.headers.get('content-type') ?? '', /^text\/css/)
  assert.match(await style.text(), /\.swagger-ui/)
  assert.equal((await fetch(`${origin}/docs/static/no-such-file.js`)).status, 404)
})
