import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOrCreate } from '../src/get-or-create.ts'

test('the value of each key is created once', () => {
  let made = 0
  const memory = new Map<string, number>()
  const get = (key: string) => getOrCreate(memory, key, () => ++made)
  assert.deepEqual([get('a'), get('b'), get('a'), made], [1, 2, 1, 2])
})
