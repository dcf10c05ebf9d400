import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identify } from '../../src/schema/identity.ts'

test('contexts that see the same shared schemas in the same order are told to be alike', () => {
  const [one, other] = [{ type: 'string' }, { type: 'string' }]
  assert.equal(identify({ a: one, b: other }), identify({ a: one, b: other }))
  assert.notEqual(identify({ a: one, b: other }), identify({ b: other, a: one }))
  assert.notEqual(identify({ a: one }), identify({ a: one, b: other }))
})

test('equal schemas that were declared apart are different ones', () => {
  assert.notEqual(identify({ a: { type: 'string' } }), identify({ a: { type: 'string' } }))
})
