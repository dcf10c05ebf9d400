// What paths become with their parameters: test/contract/path.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillPath, toText } from '../../src/contract/fill.ts'

test('parameters stand between texts, and an optional end is a list', () => {
  const parts = ['/a/', 'b', '', ['/', 'c'], '/']
  assert.equal(fillPath(parts, { b: 'x y' }), '/a/x%20y/')
  assert.equal(fillPath(parts, { b: 1, c: 2n }), '/a/1/2/')
  assert.equal(fillPath(['/', '*'], { '*': 'a/b c' }), '/a/b c')
})

test('a date stands as JSON has it, everything else as its text', () => {
  assert.equal(toText(new Date(0)), '1970-01-01T00:00:00.000Z')
  const texts = [1, 12345678901234567890n, null, undefined, 'a'].map((value) => `${toText(value)}`)
  assert.deepEqual(texts, ['1', '12345678901234567890', 'null', 'undefined', 'a'])
  assert.equal(fillPath(['/', 'at'], { at: new Date(0) }), '/1970-01-01T00%3A00%3A00.000Z')
})
