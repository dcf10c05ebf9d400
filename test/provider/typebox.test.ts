import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import type { TypeBoxProvider } from 'espalier/typebox'
import { Type } from 'typebox'

test('TypeBox 1 schemas validate, coerce and serialize', async () => {
  const app = espalier().withTypeProvider<TypeBoxProvider>()
  const querystring = Type.Object({ n: Type.Integer(), text: Type.Optional(Type.String()) })
  const response = { 200: Type.Object({ n: Type.Integer() }) }
  app.get('/', { schema: { querystring, response } }, (request) => Object.assign({ n: request.query.n + 1 }, { x: 1 }))
  assert.equal((await app.inject('/?n=1')).body, '{"n":2}')
  assert.equal((await app.inject('/?n=one')).statusCode, 400)
  assert.equal((await app.inject('/')).statusCode, 400)
})

test('TypeBox 1 fields in shorthand are required unless optional', async () => {
  const app = espalier().withTypeProvider<TypeBoxProvider>()
  const querystring = { n: Type.Integer(), text: Type.Optional(Type.String()) }
  app.get('/', { schema: { querystring } }, (request) => request.query)
  assert.deepEqual((await app.inject('/?n=1')).json(), { n: 1 })
  assert.equal((await app.inject('/?text=a')).statusCode, 400)
})
