import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOrCreate } from '../../src/base/get-or-create.ts'

test('each key has a value of its own, which is made once', () => {
  let made = 0
  const memory = new Map<string, number>()
  const get = (key: string) => getOrCreate(memory, key, () => ++made)
  assert.deepEqual([get('a'), get('b'), get('a'), made], [1, 2, 1, 2])
})

test('the key of a WeakMap is an object by who it is', () => {
  const memory = new WeakMap<object, object>()
  const [one, other] = [{}, {}]
  const make = () => ({})
  assert.equal(getOrCreate(memory, one, make), getOrCreate(memory, one, make))
  assert.notEqual(getOrCreate(memory, one, make), getOrCreate(memory, other, make))
})
