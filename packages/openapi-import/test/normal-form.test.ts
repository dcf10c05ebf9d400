import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNormalForm } from '../src/normal-form.ts'
import { documentOf } from './documents.ts'

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } }

test('two notations of the same document have one normal form', () => {
  const written = documentOf({
    '/a': { summary: 'b', get: { parameters: [limit], responses: { 404: { description: 'c' } } } }
  })
  const otherwise = documentOf(
    {
      '/a': {
        summary: 'b',
        parameters: [{ $ref: '#/components/parameters/limit' }],
        get: { responses: { 404: { $ref: '#/components/responses/none' } } }
      }
    },
    {
      components: {
        parameters: { limit: { ...limit, required: false, deprecated: false } },
        responses: { none: { $ref: '#/components/responses/c' }, c: { description: 'c', content: {} } }
      }
    }
  )
  assert.deepEqual(toNormalForm(otherwise), toNormalForm(written))
  assert.deepEqual(toNormalForm(written).paths, {
    '/a': { summary: 'b', get: { parameters: { 'query limit': limit }, responses: { 404: { description: 'c' } } } }
  })
})

test('required has a normal order, and an empty one is omitted', () => {
  const of = (required: readonly string[]) =>
    documentOf({}, { components: { schemas: { a: { type: 'object', required } } } })
  assert.deepEqual(toNormalForm(of(['b', 'a', 'b'])), toNormalForm(of(['a', 'b'])))
  assert.deepEqual(toNormalForm(of([])), documentOf({}, { components: { schemas: { a: { type: 'object' } } } }))
})

test('references to schemas and examples stay', () => {
  const content = {
    a: { schema: { $ref: '#/components/schemas/a' }, examples: { b: { $ref: '#/components/examples/b' } } }
  }
  const document = documentOf(
    { '/a': { get: { requestBody: { content } } } },
    { components: { schemas: { a: {} }, examples: { b: {} } } }
  )
  assert.deepEqual(toNormalForm(document), document)
})

test('an empty list of parameters is omitted', () => {
  const responses = { 204: { description: 'c' } }
  const empty = documentOf({ '/a': { get: { parameters: [], responses } } })
  assert.deepEqual(toNormalForm(empty), toNormalForm(documentOf({ '/a': { get: { responses } } })))
})
