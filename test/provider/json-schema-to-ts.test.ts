import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import type { JsonSchemaProvider } from 'espalier/json-schema-to-ts'

test('plain JSON Schemas validate, coerce and serialize', async () => {
  const app = espalier().withTypeProvider<JsonSchemaProvider>()
  app.get(
    '/',
    {
      schema: {
        querystring: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
        response: { 200: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } }
      }
    },
    (request) => Object.assign({ n: request.query.n + 1 }, { x: 1 })
  )
  assert.equal((await app.inject('/?n=1')).body, '{"n":2}')
  assert.equal((await app.inject('/?n=one')).statusCode, 400)
})
