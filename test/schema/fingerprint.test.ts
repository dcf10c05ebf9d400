import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintOf } from '../../src/schema/fingerprint.ts'

test('schemas with equal content share a fingerprint, others do not', () => {
  const schema = () => ({ type: 'object', properties: { a: { enum: [1, null, true] } } })
  assert.equal(fingerprintOf(schema()), fingerprintOf(schema()))
  assert.notEqual(fingerprintOf(schema()), fingerprintOf({ ...schema(), required: ['a'] }))
})

const cycle: Record<string, unknown> = {}
cycle.self = cycle

for (const [what, value] of Object.entries({
  'a function': () => {},
  'a regular expression': /a/,
  'a date': new Date(0),
  'an infinite number': Number.POSITIVE_INFINITY,
  'a bigint': 1n,
  undefined,
  'a class instance': new (class {})(),
  'a cycle': cycle
}))
  test(`a schema with ${what}, which JSON cannot represent, has no fingerprint`, () => {
    assert.equal(fingerprintOf({ properties: { a: { const: value } } }), undefined)
  })
