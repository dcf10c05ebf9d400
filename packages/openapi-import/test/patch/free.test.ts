import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFree } from '../../src/patch/free.ts'

test('headers, bodies and answers that say nothing of an application', () => {
  for (const [kind, pointer] of [
    ['parameter', '/paths/~1a/get/parameters/header accept'],
    ['requestBody', '/paths/~1a/get/requestBody'],
    ['response', '/paths/~1a/get/responses/103'],
    ['pathItem', '/paths/~1a#b']
  ] as const)
    assert.ok(isFree({}, kind, pointer), pointer)
  assert.ok(isFree({ summary: 'Empty.' }, 'pathItem', '/paths/~1a'))
})

test('what an application would have', () => {
  for (const [kind, pointer] of [
    ['parameter', '/paths/~1a/get/parameters/query accept'],
    ['requestBody', '/paths/~1a/post/requestBody'],
    ['response', '/paths/~1a/get/responses/200'],
    ['operation', '/paths/~1a/get'],
    ['pathItem', '/paths/~1a~1{b}']
  ] as const)
    assert.equal(isFree({}, kind, pointer), false, pointer)
  assert.equal(isFree({ get: {} }, 'pathItem', '/paths/~1a'), false)
})
