import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDigits } from '../../src/base/digits.ts'

test('withDigits converts bigints to digits in objects and lists, and leaves other values unchanged', () => {
  const at = new Date(0)
  const given = { a: 2n ** 64n, b: [1n, { c: -1n }], at, d: 1, e: null }
  assert.deepEqual(withDigits(given), { a: '18446744073709551616', b: ['1', { c: '-1' }], at, d: 1, e: null })
  assert.equal(given.b[0], 1n)
  assert.equal(withDigits(5n), '5')
  for (const value of [at, new Map(), null, undefined, 'a', 1]) assert.equal(withDigits(value), value)
  const speaking = { toJSON: () => 'a' }
  assert.equal(withDigits(speaking), speaking)
})
