import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSync } from '../../src/error/assert-sync.ts'

test('a result that is not a promise is returned', () => {
  const value = { id: 1 }
  assert.equal(assertSync(value, 'genReqId'), value)
})

test('a promise throws an error that names the function, and its rejection is handled', async () => {
  assert.throws(() => assertSync(Promise.reject(new Error('later')), 'genReqId'), {
    code: 'ESP_ERR_PROMISE_RETURNED',
    message: /genReqId/
  })
  await new Promise(setImmediate)
})
