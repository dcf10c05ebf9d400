import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withKey } from '../../src/contract/with-key.ts'

test('an idempotency key is a unique string of structured fields', () => {
  const keys = Array.from({ length: 1000 }, () =>
    String(withKey<{ headers?: Record<string, unknown> }>({}).headers?.['idempotency-key'])
  )
  assert.equal(new Set(keys).size, 1000)
  for (const key of keys) assert.match(key, /^"\d{1,10}(?:-\d{1,10}){3}"$/)
})

test('withKey keeps the rest of a call and an existing key', () => {
  const headers = { from: 'ada', 'idempotency-key': '"mine"' }
  assert.deepEqual(withKey({ body: 1, headers }), { body: 1, headers })
  assert.match(String(withKey({ headers: { 'idempotency-key': undefined } }).headers['idempotency-key']), /^"/)
})
