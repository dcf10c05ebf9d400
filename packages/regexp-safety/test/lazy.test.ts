import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lazy } from '../src/lazy.ts'

test('the function is called once, at the first call, also if it returns undefined', () => {
  let made = 0
  const get = lazy(() => void made++)
  assert.equal(made, 0)
  assert.deepEqual([get(), get(), made], [undefined, undefined, 1])
})

test('a call that throws is repeated at the next call', () => {
  let tries = 0
  const get = lazy(() => {
    if (++tries === 1) throw new Error('not yet')
    return tries
  })
  assert.throws(get, /not yet/)
  assert.deepEqual([get(), get()], [2, 2])
})
