import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinSchemas } from '../../src/contract/joined-schema.ts'

const [far, near] = [{ type: 'string' }, { type: 'integer' }]

test('an undefined part stays undefined, so that it can be reported', () => {
  for (const part of ['params', 'response'])
    assert.deepEqual(joinSchemas({ [part]: { a: far } }, { [part]: undefined }), { [part]: undefined })
})

test('the inner value of a key has precedence, and params and responses are merged by name', () => {
  const around = { params: { a: far, b: far }, response: { 404: far, '4xx': far }, summary: 'far' }
  assert.deepEqual(joinSchemas(around, { params: { b: near, c: near }, response: { 404: near }, summary: 'near' }), {
    params: { a: far, b: near, c: near },
    response: { 404: near, '4xx': far },
    summary: 'near'
  })
  assert.deepEqual(around.params, { a: far, b: far })
})

test('tags are merged without duplicates, and inner security replaces outer security', () => {
  assert.deepEqual(joinSchemas({ tags: ['a', 'b'] }, { tags: ['b', 'c'] }), { tags: ['a', 'b', 'c'] })
  assert.deepEqual(joinSchemas({ tags: ['a'] }, {}), { tags: ['a'] })
  assert.deepEqual(joinSchemas({ security: [{ far: [] }] }, { security: [] }), { security: [] })
  assert.deepEqual(joinSchemas({ security: [{ far: [] }] }, {}), { security: [{ far: [] }] })
})
