import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, operationsOf } from '../src/operation.ts'
import { createResolve } from '../src/reference.ts'
import { documentOf } from './documents.ts'

const limit = { name: 'limit', in: 'query' }
const document = documentOf(
  {
    '/a': {
      parameters: [limit, { name: 'X-A', in: 'header' }],
      get: { parameters: [{ name: 'x-a', in: 'header', b: 1 }] }
    },
    '/b': { $ref: '#/components/pathItems/b' },
    'x-c': { get: {} }
  },
  { components: { pathItems: { b: { query: {}, additionalOperations: { COPY: {} }, post: 1 } } } }
)

test('operations are listed with the parameters of their paths', () => {
  const found = operationsOf(document, createResolve(document)).map(({ method, path, parameters }) => [
    method,
    path,
    parameters
  ])
  assert.deepEqual(found, [
    ['GET', '/a', [limit, { name: 'x-a', in: 'header', b: 1 }]],
    ['QUERY', '/b', []],
    ['COPY', '/b', []]
  ])
})

test('the key of a header is independent of case', () => {
  const resolve = createResolve({})
  assert.equal(keyOf({ name: 'X-A', in: 'header' }, resolve), 'header x-a')
  assert.equal(keyOf({ name: 'X-A', in: 'query' }, resolve), 'query X-A')
})
