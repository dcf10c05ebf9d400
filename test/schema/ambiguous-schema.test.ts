import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from '@sinclair/typebox'
import fluent from 'fluent-json-schema'
import { findAmbiguity, type SchemaUse } from '../../src/schema/ambiguous-schema.ts'
import { createApp } from '../security/wild.ts'

const S = fluent.default
const string = { type: 'string' }
const then = 'then'
const list = { type: 'array', items: string }
const anywhere = ['object', 'anything', 'response'] as const

/** Schemas with two meanings, and what they say as JSON Schema. */
const ambiguous: readonly (readonly [schema: object, reading: string, ...use: SchemaUse[]])[] = [
  [{ items: list }, 'a list of lists', 'anything', 'response'],
  [{ items: { type: ['array', 'null'] } }, 'a list of lists', 'anything', 'response'],
  [{ title: 'Page', items: list }, 'a list of lists', 'anything', 'response'],
  [{ items: S.array() }, 'a list of lists', 'anything', 'response'],
  [{ items: string }, 'anything', 'object'],
  [{ items: true }, 'anything', 'object'],
  [{ items: string, contains: string }, 'anything', 'object'],
  [{ default: string }, 'anything', ...anywhere],
  [{ default: {} }, 'anything', ...anywhere],
  [{ default: true }, 'anything', ...anywhere],
  [{ discriminator: string, xml: string }, 'anything', ...anywhere],
  [{ const: string }, 'the one value {"type":"string"}', ...anywhere],
  [{ if: string }, 'anything', ...anywhere],
  [{ [then]: string, else: string }, 'anything', ...anywhere],
  [{ not: string }, 'anything', 'object', 'response'],
  [{ not: {} }, 'anything', 'response'],
  [{ if: string, [then]: string }, 'anything', 'response'],
  [{ even: true }, 'what a plugin of the validator makes of it', ...anywhere],
  [{ a: true, b: false }, 'what a plugin of the validator makes of it', ...anywhere],
  [{ items: true, even: true }, 'what a plugin of the validator makes of it', ...anywhere],
  [{ const: { $ref: 'a#' } }, 'the one value {"$ref":"a#"}', ...anywhere],
  [{ propertyNames: string }, 'anything', 'response'],
  ...['items', 'additionalItems', 'contains', 'unevaluatedItems'].map(
    (keyword) => [{ [keyword]: string }, 'anything', 'object'] as const
  ),
  ...['default', 'contentSchema', 'discriminator', 'errorMessage', 'externalDocs', 'xml'].map(
    (keyword) => [{ [keyword]: string }, 'anything', ...anywhere] as const
  ),
  ...['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'].flatMap((type) => [
    [{ if: { type } }, 'anything', ...anywhere] as const,
    [{ const: { type: [type] } }, `the one value {"type":["${type}"]}`, ...anywhere] as const
  ])
]

for (const [schema, reading, ...where] of ambiguous) {
  for (const use of where) {
    test(`${JSON.stringify(schema)} for ${use} has two meanings`, () =>
      assert.equal(findAmbiguity(schema, use)?.meaning, reading))
  }
}

for (const [schema, ...where] of [
  [{ items: string }, 'anything', 'response'],
  [{ items: { $ref: 'a#' } }, 'anything', 'response'],
  [{ items: true }, 'anything', 'response'],
  [{ items: { multipleOf: 2 }, contains: { multipleOf: 3 } }, 'anything', 'response'],
  [{ not: string }, 'anything'],
  [{ not: { required: ['a', 'b'] } }, ...anywhere],
  [{ not: { type: 'object', required: ['a'] } }, 'object', 'anything'],
  [{ not: { $ref: 'a#' } }, 'object', 'anything'],
  [{ if: { const: 0 } }, ...anywhere],
  [{ [then]: { const: 0 } }, ...anywhere],
  [{ if: string, [then]: string }, 'object', 'anything'],
  [{ const: { a: 1 } }, ...anywhere],
  [{ const: true }, ...anywhere],
  [{ contains: string }, 'anything', 'response'],
  [{ additionalProperties: string }, ...anywhere],
  [{ propertyNames: { maxLength: 3 } }, ...anywhere],
  [{ items: list, total: { type: 'integer' } }, ...anywhere],
  [{ items: Type.Array(Type.String()) }, ...anywhere],
  [{ default: Type.String() }, ...anywhere],
  [Type.Not(Type.String()), ...anywhere],
  [{ type: 'array', items: list }, ...anywhere],
  [{ name: string, age: true }, ...anywhere],
  [{ properties: { a: true } }, ...anywhere],
  [{ nullable: true, even: true }, ...anywhere],
  [{ name: Type.String(), even: true }, ...anywhere],
  [{ default: string, items: string }, ...anywhere],
  [{ if: string, else: { multipleOf: 2 } }, ...anywhere],
  [{ const: string, items: string }, ...anywhere],
  [{ const: { type: ['string', 'text'] } }, ...anywhere],
  [{ items: list, contains: string }, 'anything', 'response'],
  [{ contains: string, items: list }, 'anything', 'response'],
  [{ not: string, items: string }, ...anywhere],
  [{ not: { type: ['string', 'object'] } }, 'object', 'anything'],
  [{ nullable: true }, ...anywhere],
  [{ description: 'anything' }, ...anywhere],
  [{}, ...anywhere]
] as [object, ...SchemaUse[]][]) {
  for (const use of where) {
    test(`${JSON.stringify(schema)} for ${use} has one meaning`, () =>
      assert.equal(findAmbiguity(schema, use), undefined))
  }
}

test('a value other than a plain object has one meaning', () => {
  for (const schema of [true, false, null, undefined, 'text', 1, () => true]) {
    assert.equal(findAmbiguity(schema, 'anything'), undefined)
  }
})

describe('an app', () => {
  for (const compile of ['boot', 'lazy']) {
    test(`with compile: '${compile}' fails to start on an ambiguous schema and reports both meanings`, async () => {
      const { app } = createApp({ compile })
      app.get('/books', { schema: { response: { 200: { items: list } } } }, () => ({ items: [], secret: 1 }))
      await assert.rejects(app.ready(), {
        code: 'ESP_ERR_SCH_AMBIGUOUS',
        message:
          "The 'response 200' schema of GET /books has two meanings: an object with the field 'items', or, as JSON Schema, a list of lists. " +
          "Write { type: 'object', properties: { … } } for the first, or add the 'type' that is meant for the second."
      })
    })
  }

  test('starts with either meaning written in full', async () => {
    const { app } = createApp()
    const written = { type: 'object', properties: { items: list } }
    app.get('/fields', { schema: { response: { 200: written } } }, () => ({ items: ['a'], secret: 1 }))
    app.get('/marked', { schema: { response: { 200: { items: Type.Array(Type.String()) } } } }, () => ({
      items: ['a'],
      secret: 1
    }))
    app.get('/lists', { schema: { response: { 200: { type: 'array', items: list } } } }, () => [['a'], [1]])
    const bodies = await Promise.all(['/fields', '/marked', '/lists'].map(async (url) => (await app.inject(url)).body))
    assert.deepEqual(bodies, ['{"items":["a"]}', '{"items":["a"]}', '[["a"],["1"]]'])
  })

  test('validates the items of an array by items alone, as Fastify does', async () => {
    const { app } = createApp()
    app.post('/', { schema: { body: { items: { type: 'integer' } } } }, ({ body }: { body: unknown }) => ({ body }))
    const ask = (payload: unknown) => app.inject({ method: 'POST', url: '/', payload })
    assert.equal((await ask(['1', 2])).body, '{"body":[1,2]}')
    assert.equal((await ask(['x'])).statusCode, 400)
  })

  test("with compat: 'fastify' reads keywords alone as Fastify does", async () => {
    const { app } = createApp({ compat: 'fastify' })
    app.get('/', { schema: { querystring: { items: { type: 'integer' } } } }, ({ query }: { query: unknown }) => ({
      query
    }))
    assert.equal((await app.inject('/?items=x')).body, '{"query":{"items":"x"}}')
  })

  test('does not check schemas for ambiguity when another validator compiles them', async () => {
    const { app } = createApp()
    app.setValidatorCompiler(() => () => true)
    app.post('/', { schema: { body: { default: string } } }, () => 'ok')
    assert.equal((await app.inject({ method: 'POST', url: '/', payload: {} })).statusCode, 200)
  })
})
