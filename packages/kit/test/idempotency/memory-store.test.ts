import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '@espalier/kit/idempotency'
import { claimOf, newId, testStore } from './store-laws.ts'

testStore('memory', { make: async () => [memoryStore()] })

test('the oldest responses are dropped above maxBytes', async () => {
  const store = memoryStore({ maxBytes: 5000 })
  const ids = Array.from({ length: 10 }, newId)
  for (const id of ids) {
    const response = { fingerprint: '', status: 200, headers: [], body: Buffer.alloc(500) }
    await (await claimOf(store, id)).keep({ response, ttl: 60_000, hasFailed: false })
  }
  const states = []
  for (const id of ids) states.push((await store.begin(id, {})).state)
  assert.deepEqual(states, [...Array(5).fill('new'), ...Array(5).fill('answered')])
})

test('an invalid maxBytes throws a RangeError', () => {
  for (const maxBytes of [0, 0.5, Number.NaN])
    assert.throws(() => memoryStore({ maxBytes }), /^RangeError: 'maxBytes' of memoryStore\(\) takes a whole number/)
})
