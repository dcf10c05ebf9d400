import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, toKey } from '../../src/patch/parameter-key.ts'

test('a parameter is known by place and name, and headers have no case', () => {
  assert.equal(keyOf({ in: 'query', name: 'Limit' }), 'query Limit')
  assert.equal(keyOf({ in: 'header', name: 'X-Limit' }), 'header x-limit')
  assert.equal(toKey('header X-Limit'), 'header x-limit')
  assert.equal(toKey('query Limit'), 'query Limit')
  assert.equal(keyOf(null), 'undefined undefined')
})
