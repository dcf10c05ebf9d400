import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, toKey } from '../../src/patch/parameter-key.ts'

test('the key of a parameter is its place and name, in lower case for headers', () => {
  assert.equal(keyOf({ in: 'query', name: 'Limit' }), 'query Limit')
  assert.equal(keyOf({ in: 'header', name: 'X-Limit' }), 'header x-limit')
  assert.equal(toKey('header X-Limit'), 'header x-limit')
  assert.equal(toKey('query Limit'), 'query Limit')
  assert.equal(keyOf(null), 'undefined undefined')
})
