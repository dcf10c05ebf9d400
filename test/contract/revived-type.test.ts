import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digits, markRevivedType, revivedTypeKey } from '../../src/contract/revived-type.ts'

test('a marker is not in the JSON and survives a spread copy', () => {
  const marked = markRevivedType({ type: 'string' }, 'date')
  assert.deepEqual({ ...marked, a: 1 }, { type: 'string', a: 1, [revivedTypeKey]: 'date' })
  assert.equal(JSON.stringify(marked), '{"type":"string"}')
})

test('digits match exactly whole numbers', () => {
  for (const text of ['0', '-1', '123456789012345678901']) assert.match(text, new RegExp(digits))
  for (const text of ['', '-', '1.5', '1e3', ' 1', '1n', '0x1']) assert.doesNotMatch(text, new RegExp(digits))
})
