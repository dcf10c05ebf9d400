import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, endpoints, Type, targetOf } from '../../src/contract/index.ts'

test('the target of an endpoint has its method and its path', () => {
  const target = targetOf(endpoint('GET /books/:id', { params: { id: Type.Integer() } }))
  assert.equal(target?.name, 'GET /books/:id')
  assert.equal(target?.method, 'GET')
})

test('values that are not endpoints have no target', () => {
  const group = endpoints('/books', {}, { list: ['GET /', {}] })
  for (const value of [group, {}, null, undefined, 'GET /books', 1, []]) assert.equal(targetOf(value), undefined)
  assert.equal(targetOf(group.list)?.name, 'GET /books')
})
