// Any text becomes one literal without invisible characters, and evaluates to the same text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../test/fuzz/budget.ts'
import { json } from '../../../test/hostile-text.ts'
import { escapeUnseen, hasUnseen, jsonLiteral, withOwnProto } from '../src/source-text.ts'

const evaluate = (source: string): unknown => new Function(`return ${source}`)()

test('a JSON literal evaluates to its value and has no invisible characters', () => {
  const property = fc.property(json, (value) => {
    const source = jsonLiteral(value)
    assert.equal(hasUnseen(source), false)
    assert.deepEqual(evaluate(source), value)
    assert.equal(JSON.stringify(evaluate(source)), JSON.stringify(value))
    assert.equal(JSON.stringify(evaluate(withOwnProto(JSON.stringify(value)))), JSON.stringify(value))
  })
  fc.assert(property, budget(2000))
})

test('line breaks and invisible characters of a text are escaped', () => {
  assert.equal(escapeUnseen('a\n\r\u2028\u202e\0b\u{e0001}é😀'), 'a\\u000a\\u000d\\u2028\\u202e\\u0000b\\u{e0001}é😀')
  assert.equal(escapeUnseen('\ud800'), '\\ud800')
  assert.deepEqual(['a\nb', 'a\rb', '\u200b', 'é😀'].map(hasUnseen), [false, true, true, false])
})

test('the text of __proto__ inside another key or a value is kept', () => {
  const source = JSON.stringify({ 'a"__proto__': 1, '{"__proto__":': ',"__proto__":' })
  assert.equal(withOwnProto(source), source)
})
