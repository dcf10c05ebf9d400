import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failing, isAsyncFunction, isFunction } from '../src/user-function.ts'

test('an async function is told from one that only returns a promise', () => {
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

test('a class and a generator can be called, or are at least functions; what has a call method is none', () => {
  assert.deepEqual([class {}, function* () {}, () => {}].map(isFunction), [true, true, true])
  assert.deepEqual([null, undefined, 'text', { call: () => {} }].map(isFunction), [false, false, false, false])
})

test('what stands in for a missing function says what is missing when it is called, and not before', () => {
  const missing = failing("No 'store' was given.")
  assert.throws(missing, { name: 'TypeError', message: "No 'store' was given." })
})
