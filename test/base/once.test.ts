import assert from 'node:assert/strict'
import { test } from 'node:test'
import { once } from '../../src/base/once.ts'

test('nothing is made before it is asked for, and then once, also where it is undefined', () => {
  let made = 0
  const get = once(() => void made++)
  assert.equal(made, 0)
  assert.deepEqual([get(), get(), made], [undefined, undefined, 1])
})

test('what could not be made is tried again', () => {
  let tries = 0
  const get = once(() => {
    if (++tries === 1) throw new Error('not yet')
    return tries
  })
  assert.throws(get, /not yet/)
  assert.deepEqual([get(), get()], [2, 2])
})
