import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestIdGenerator, toRequestIdHeader, withRequestIdHeader } from '../../../src/http/request.ts'

test('request ids count from 1 in base 36, separately for each generator', () => {
  const [first, second] = [createRequestIdGenerator(), createRequestIdGenerator()]
  assert.equal(first({}), 'req-1')
  assert.equal(second({}), 'req-1')
  for (let number = 2; number <= 35; number++) first({})
  assert.equal(first({}), 'req-10')
})

test('requestIdHeader is converted to lower case', () => {
  assert.equal(toRequestIdHeader(true), 'request-id')
  assert.equal(toRequestIdHeader('X-Request-ID'), 'x-request-id')
  for (const option of [false, undefined, '']) assert.equal(toRequestIdHeader(option), false)
})

test('the id header of a request replaces a generated id, and no generated id is used up', () => {
  const generate = withRequestIdHeader('x-id', createRequestIdGenerator())
  assert.equal(generate({ headers: { 'x-id': 'theirs' } }), 'theirs')
  assert.equal(generate({ headers: {} }), 'req-1')
  assert.equal(generate({ headers: { 'x-id': '' } }), 'req-2')
})

test('without a header the generator is returned unchanged', () => {
  const generate = createRequestIdGenerator()
  assert.equal(withRequestIdHeader(false, generate), generate)
})
