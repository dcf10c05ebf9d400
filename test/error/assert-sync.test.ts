import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSync } from '../../src/error/assert-sync.ts'

test('a result that is no promise is given back', () => {
  const value = { id: 1 }
  assert.equal(assertSync(value, 'genReqId'), value)
})

test('a promise is refused with the name of the function, and its rejection ends no process', async () => {
  assert.throws(() => assertSync(Promise.reject(new Error('later')), 'genReqId'), {
    code: 'ESP_ERR_PROMISE_RETURNED',
    message: /genReqId/
  })
  await new Promise(setImmediate)
})
