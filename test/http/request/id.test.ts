import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestIdGenerator, toRequestIdHeader, withRequestIdHeader } from '../../../src/http/request.ts'

test('ids count from one in base 36, each generator on its own', () => {
  const [first, second] = [createRequestIdGenerator(), createRequestIdGenerator()]
  assert.equal(first({}), 'req-1')
  assert.equal(second({}), 'req-1')
  for (let number = 2; number <= 35; number++) first({})
  assert.equal(first({}), 'req-10')
})

test('the option names a header in lower case', () => {
  assert.equal(toRequestIdHeader(true), 'request-id')
  assert.equal(toRequestIdHeader('X-Request-ID'), 'x-request-id')
  for (const option of [false, undefined, '']) assert.equal(toRequestIdHeader(option), false)
})

test("a client's id goes before a generated one, which is not used up by it", () => {
  const generate = withRequestIdHeader('x-id', createRequestIdGenerator())
  assert.equal(generate({ headers: { 'x-id': 'theirs' } }), 'theirs')
  assert.equal(generate({ headers: {} }), 'req-1')
  assert.equal(generate({ headers: { 'x-id': '' } }), 'req-2')
})

test('without a header the generator is used as it is', () => {
  const generate = createRequestIdGenerator()
  assert.equal(withRequestIdHeader(false, generate), generate)
})
