import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarked } from '../src/marked-text.ts'

const read = (text: string, ...chosen: string[]) => readMarked('a.ts', text, new Set(chosen), ['login', 'client'])

test('lines of a feature are kept with it, and lines of its absence without it', () => {
  const text = 'a\n// with login\nb\n// end\n# without login\nc\n# end\n<!-- with client -->\nd\n<!-- end -->\n'
  assert.equal(read(text), 'a\nc\n')
  assert.equal(read(text, 'login'), 'a\nb\n')
  assert.equal(read(text, 'login', 'client'), 'a\nb\nd\n')
})

test('a nested feature needs both features', () => {
  const text = '// with login\na\n// with client\nb\n// end\n// without client\nc\n// end\n// end\n'
  assert.equal(read(text), '')
  assert.equal(read(text, 'client'), '')
  assert.equal(read(text, 'login'), 'a\nc\n')
  assert.equal(read(text, 'login', 'client'), 'a\nb\n')
})

test('removed lines leave no gap', () => {
  const gone = '// with login\nb\n// end\n'
  assert.equal(read(`${gone}\na {\n${gone}\n  c\n\n${gone}\nd\n${gone}`), 'a {\n  c\n\nd\n')
})

test('a comment that only resembles a marker stays', () => {
  const text = '// with pleasure\n        with:\n// the end\nwith login\n'
  assert.equal(read(text), text)
})

test('unbalanced markers are refused with the file', () => {
  assert.throws(() => read('// with login\n'), /a\.ts lacks a mark 'end'/)
  assert.throws(() => read('// end\n'), /a\.ts has a mark 'end' too many/)
})
