import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toText } from '../../src/contract/to-text.ts'

test('a date becomes its ISO string, other values become strings', () => {
  assert.equal(toText(new Date(0)), '1970-01-01T00:00:00.000Z')
  const texts = [1, 12345678901234567890n, null, undefined, 'a'].map((value) => `${toText(value)}`)
  assert.deepEqual(texts, ['1', '12345678901234567890', 'null', 'undefined', 'a'])
})
