import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackedTexts } from '../../src/schema/packed-texts.ts'

test('each text comes back as it was, also when it has been packed with others, and more than once', () => {
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
