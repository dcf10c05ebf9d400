import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerError } from '../../src/client/fault.ts'

test('an AnswerError contains the status, the headers and the body of the response', () => {
  const headers = new Headers({ a: 'b' })
  const error = new AnswerError(
    'ESP_ERR_STATUS_UNEXPECTED',
    'GET /:a',
    { status: 404, headers },
    { a: 1 },
    ', not 200.'
  )
  assert.ok(error instanceof Error)
  assert.deepEqual(
    [error.name, error.message, error.code, error.status, error.headers, error.body],
    ['AnswerError', 'GET /:a was answered with 404, not 200.', 'ESP_ERR_STATUS_UNEXPECTED', 404, headers, { a: 1 }]
  )
})
