import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyEdits } from '../src/edit.ts'

test('edits are applied in the order of the text, whatever order they come in', () => {
  const edits = [
    { start: 4, end: 5, text: 'EEE' },
    { start: 0, end: 1, text: '' },
    { start: 2, end: 2, text: '+' }
  ]
  assert.equal(applyEdits('abcdef', edits), 'b+cdEEEf')
  assert.equal(applyEdits('abc', []), 'abc')
})

test('what is between edits stays, character for character', () => {
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
