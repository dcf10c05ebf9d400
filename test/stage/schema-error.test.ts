import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSchemaErrorFormatter as format } from '../../src/stage/schema-error.ts'

const messageOf = (reported: unknown, part: Parameters<typeof format>[1] = 'body') =>
  (format(reported, part) as Error).message

test('each finding is led by the part and the path in it', () => {
  const findings = [{ instancePath: '/age', message: 'must be integer' }, { message: 'must have a name' }]
  assert.equal(messageOf(findings, 'querystring'), 'querystring/age must be integer, querystring must have a name')
})

for (const reported of [undefined, null, 'text', [], {}])
  test(`${JSON.stringify(reported)}, which finds nothing, leaves the part to be named`, () => {
    assert.equal(messageOf(reported, 'headers'), 'headers is invalid')
  })

test('what a client makes long is cut, with how much was left out', () => {
  const message = messageOf(Array.from({ length: 300 }, () => ({ instancePath: '/a', message: 'x'.repeat(92) })))
  assert.ok(message.length < 10_500, `${message.length} characters`)
  assert.equal(message.slice(-14), ', and 198 more')
})
