import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyEdits } from '../src/edit.ts'

test('edits are applied in text order regardless of their given order', () => {
  const edits = [
    { start: 4, end: 5, text: 'EEE' },
    { start: 0, end: 1, text: '' },
    { start: 2, end: 2, text: '+' }
  ]
  assert.equal(applyEdits('abcdef', edits), 'b+cdEEEf')
  assert.equal(applyEdits('abc', []), 'abc')
})

test('text between edits stays unchanged', () => {
  const parts = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string(), fc.string({ unit: 'binary' })))
  fc.assert(
    fc.property(parts, fc.string(), (given, tail) => {
      let text = ''
      const edits = given.map(([kept, old, put]) => {
        const start = text.length + kept.length
        text += kept + old
        return { start, end: start + old.length, text: put }
      })
      const expected = given.map(([kept, , put]) => kept + put).join('') + tail
      assert.equal(applyEdits(text + tail, edits), expected)
    })
  )
})
