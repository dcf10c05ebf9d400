import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failing, isAsyncFunction, isFunction } from '../src/user-function.ts'

test('isAsyncFunction is true for an async function and false for a function that returns a promise', () => {
  assert.equal(
    isAsyncFunction(async () => {}),
    true
  )
  assert.equal(
    isAsyncFunction(() => Promise.resolve()),
    false
  )
  assert.equal(isAsyncFunction(function* () {} as never), false)
})

test('isFunction is true for classes and generators, and false for an object with a call method', () => {
  assert.deepEqual([class {}, function* () {}, () => {}].map(isFunction), [true, true, true])
  assert.deepEqual([null, undefined, 'text', { call: () => {} }].map(isFunction), [false, false, false, false])
})

test('a failing function throws its message when it is called', () => {
  const missing = failing("No 'store' was given.")
  assert.throws(missing, { name: 'TypeError', message: "No 'store' was given." })
})
