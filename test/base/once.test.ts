import assert from 'node:assert/strict'
import { test } from 'node:test'
import { once } from '../../src/base/once.ts'

test('once calls its function on first use, and only once, even for undefined', () => {
  let made = 0
  const get = once(() => void made++)
  assert.equal(made, 0)
  assert.deepEqual([get(), get(), made], [undefined, undefined, 1])
})

test('once calls its function again after it threw', () => {
  let tries = 0
  const get = once(() => {
    if (++tries === 1) throw new Error('not yet')
    return tries
  })
  assert.throws(get, /not yet/)
  assert.deepEqual([get(), get()], [2, 2])
})
