import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digits, markRevivedType, revivedTypeKey } from '../../src/contract/revived-type.ts'

test('a mark is no part of the JSON, and survives a copy by spread', () => {
  const marked = markRevivedType({ type: 'string' }, 'date')
  assert.deepEqual({ ...marked, a: 1 }, { type: 'string', a: 1, [revivedTypeKey]: 'date' })
  assert.equal(JSON.stringify(marked), '{"type":"string"}')
})

test('digits are a whole number', () => {
  for (const text of ['0', '-1', '123456789012345678901']) assert.match(text, new RegExp(digits))
  for (const text of ['', '-', '1.5', '1e3', ' 1', '1n', '0x1']) assert.doesNotMatch(text, new RegExp(digits))
})
