// A process loads a compiler once, so this has one to itself.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { createApp } from '../../../src/adapter/create-app.ts'
import type { App } from '../../../types/index.ts'

const { cache } = createRequire(import.meta.url)
const isLoaded = (name: string) => Object.keys(cache).some((path) => path.includes(`/node_modules/${name}/`))

const book = {
  type: 'object',
  properties: { title: { type: 'string' }, pages: { type: 'integer' } },
  required: ['title']
}

test('a lazy app loads Ajv and fast-json-stringify at its first request', async () => {
  const app = createApp({ compile: 'lazy' }) as unknown as App
  app.post('/books', { schema: { body: book, response: { 200: book } } }, (request) => request.body)
  await app.ready()
  assert.deepEqual([isLoaded('ajv'), isLoaded('fast-json-stringify')], [false, false])

  const right = await app.inject({ method: 'POST', url: '/books', payload: { title: 'a', pages: '3', more: 1 } })
  const wrong = await app.inject({ method: 'POST', url: '/books', payload: {} })
  assert.deepEqual([right.statusCode, right.payload], [200, '{"title":"a","pages":3}'])
  assert.deepEqual(
    [wrong.statusCode, (wrong.json() as Error).message],
    [400, "body must have required property 'title'"]
  )
  assert.deepEqual([isLoaded('ajv'), isLoaded('fast-json-stringify')], [true, true])
})
