import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultErrorBody } from '../../src/error/body.ts'
import { errors } from '../../src/error/error.ts'

test('the default error body has its four keys in a fixed order', () => {
  assert.equal(
    defaultErrorBody(new errors.FST_ERR_CTP_BODY_TOO_LARGE(), 413),
    '{"statusCode":413,"code":"FST_ERR_CTP_BODY_TOO_LARGE","error":"Payload Too Large","message":"Request body is too large"}'
  )
})

test('the body of an error without a code has no code', () => {
  assert.equal(
    defaultErrorBody(new Error('kaboom'), 500),
    '{"statusCode":500,"error":"Internal Server Error","message":"kaboom"}'
  )
})

test('the body for a status without a reason phrase has no error key', () => {
  assert.equal(defaultErrorBody(new Error('x'), 499), '{"statusCode":499,"message":"x"}')
})

test('a hidden message is replaced by the reason phrase, and the code is left out', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
  assert.equal(
    defaultErrorBody(error, 500, { exposeMessage: false }),
    '{"statusCode":500,"error":"Internal Server Error","message":"Internal Server Error"}'
  )
})

test('the body of any thrown value is JSON with its status', () => {
  const fail = () => {
    throw new Error('do not read me')
  }
  const values = [
    { message: '"}\u2028\ud800\n', code: '"' },
    { message: 1n, code: Symbol('code') },
    { message: null, code: null },
    { message: { toString: fail }, code: { toJSON: fail, toString: fail } },
    Object.defineProperty({}, 'message', { get: fail }),
    new Proxy(new Error('x'), { get: fail }),
    null,
    undefined,
    'text'
  ]
  for (const value of values) assert.equal(JSON.parse(defaultErrorBody(value, 500)).statusCode, 500)
})
