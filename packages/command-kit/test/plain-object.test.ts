import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlainObject } from '../src/plain-object.ts'

test('literals and objects without prototype are plain, instances, functions and primitives are not', () => {
  assert.deepEqual([{}, { a: 1 }, Object.create(null)].map(isPlainObject), [true, true, true])
  const others = [[], new Date(), new (class {})(), Object.create({}), new Map(), () => {}, null, undefined, 'text', 1]
  assert.deepEqual(others.filter(isPlainObject), [])
})
