import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackedTexts } from '../../src/schema/packed-texts.ts'

test('packed texts are returned unchanged on every read', () => {
  const texts = Array.from({ length: 40 }, (_, index) => `${index}: ${'ä€😀'.repeat(500 + index)}`)
  const packed = new PackedTexts()
  const readers = ['', ...texts].map((text) => packed.add(text))
  for (const time of [1, 2])
    assert.deepEqual(
      readers.map((read) => read()),
      ['', ...texts],
      `time ${time}`
    )
})
