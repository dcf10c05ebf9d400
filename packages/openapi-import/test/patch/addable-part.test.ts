import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayAdd } from '../../src/patch/addable-part.ts'

test('ignored headers, bodies of GET, 1xx responses and empty path items may be added', () => {
  for (const [kind, pointer] of [
    ['parameter', '/paths/~1a/get/parameters/header accept'],
    ['requestBody', '/paths/~1a/get/requestBody'],
    ['response', '/paths/~1a/get/responses/103'],
    ['pathItem', '/paths/~1a#b']
  ] as const)
    assert.ok(mayAdd({}, kind, pointer), pointer)
  assert.ok(mayAdd({ summary: 'Empty.' }, 'pathItem', '/paths/~1a'))
})

test('parts that only an application has may not be added', () => {
  for (const [kind, pointer] of [
    ['parameter', '/paths/~1a/get/parameters/query accept'],
    ['requestBody', '/paths/~1a/post/requestBody'],
    ['response', '/paths/~1a/get/responses/200'],
    ['operation', '/paths/~1a/get'],
    ['pathItem', '/paths/~1a~1{b}']
  ] as const)
    assert.equal(mayAdd({}, kind, pointer), false, pointer)
  assert.equal(mayAdd({ get: {} }, 'pathItem', '/paths/~1a'), false)
})
