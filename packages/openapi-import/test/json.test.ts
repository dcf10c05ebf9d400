import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areEqual, listIn, objectIn, textIn } from '../src/json.ts'

test('a value of another type is read as an empty one', () => {
  assert.deepEqual([objectIn([1]), objectIn(null), listIn({}), textIn(1)], [{}, {}, [], undefined])
  assert.deepEqual([objectIn({ a: 1 }), listIn([1]), textIn('a')], [{ a: 1 }, [1], 'a'])
})

test('objects are equal regardless of the order of members, arrays are not', () => {
  assert.ok(areEqual({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }))
  assert.ok(!areEqual([1, 2], [2, 1]))
})
