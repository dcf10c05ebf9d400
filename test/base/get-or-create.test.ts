import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOrCreate } from '../../src/base/get-or-create.ts'

test('each key has its own value, which is created once', () => {
  let made = 0
  const memory = new Map<string, number>()
  const get = (key: string) => getOrCreate(memory, key, () => ++made)
  assert.deepEqual([get('a'), get('b'), get('a'), made], [1, 2, 1, 2])
})

test('the keys of a WeakMap are compared by identity', () => {
  const memory = new WeakMap<object, object>()
  const [one, other] = [{}, {}]
  const make = () => ({})
  assert.equal(getOrCreate(memory, one, make), getOrCreate(memory, one, make))
  assert.notEqual(getOrCreate(memory, one, make), getOrCreate(memory, other, make))
})
