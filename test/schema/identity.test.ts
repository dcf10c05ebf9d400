import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identify } from '../../src/schema/identity.ts'

test('contexts with the same shared schemas in the same order have the same identity', () => {
  const [one, other] = [{ type: 'string' }, { type: 'string' }]
  assert.equal(identify({ a: one, b: other }), identify({ a: one, b: other }))
  assert.notEqual(identify({ a: one, b: other }), identify({ b: other, a: one }))
  assert.notEqual(identify({ a: one }), identify({ a: one, b: other }))
})

test('equal schemas that are different objects have different identities', () => {
  assert.notEqual(identify({ a: { type: 'string' } }), identify({ a: { type: 'string' } }))
})
