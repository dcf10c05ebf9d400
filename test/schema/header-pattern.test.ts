import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lowerCasePattern } from '../../src/schema/header-pattern.ts'

for (const [pattern, expected] of [
  ['^X-', '^x-'],
  ['^[A-F]{2}-\\d+$', '^[A-Fa-f]{2}-\\d+$'],
  ['[^A-Z]', '[^A-Za-z]'],
  ['[X-\\x7e]', '[X-\\x7ex-z]'],
  ['\\x41\\u0042\\u{43}', 'abc'],
  ['\\D\\W\\S\\B\\P{Lu}\\cA', '\\D\\W\\S\\B\\P{Lu}\\cA'],
  ['(?<Name>A)\\k<Name>', '(?<Name>a)\\k<Name>'],
  ['Ä|K', 'Ä|k'],
  ['X', 'x'],
  ['^A|Z$', '^a|z$'],
  ['@`[{', '@`[{'],
  ['[a-z][@-A]', '[a-z][@-Aa-a]'],
  ['[Z-a][!-@]', '[Z-az-z][!-@]'],
  ['(', '(']
] as const) {
  test(`the pattern ${pattern} for names is converted to lower case`, () => {
    assert.equal(lowerCasePattern(pattern), expected)
  })
}

test('a converted pattern matches the lower-cased form of every matching name', () => {
  const part = fc.constantFrom(
    'X',
    'a',
    '-',
    '[A-F]',
    '[^Q]',
    '\\w',
    '.',
    '[x-~]',
    '\\x41',
    '(?:Ab|B)',
    'Z?',
    '[!-Z]',
    '[^A-Mq]'
  )
  const name = fc.string({ unit: fc.constantFrom(...'XxAaBbFfZzQq-9'), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), name, (parts, text) => {
      const pattern = `^${parts.join('')}$`
      const written = lowerCasePattern(pattern)
      assert.equal(new RegExp(written, 'u').test(text.toLowerCase()), new RegExp(pattern, 'iu').test(text))
    }),
    { numRuns: 2000 }
  )
})
