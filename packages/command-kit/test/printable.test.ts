import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toPrintable, toPrintableDiff } from '../src/printable.ts'

for (const [what, text, shown] of [
  ['that moves the cursor', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
  ['that starts an escape sequence in one byte', '\u009b31m', '\\u009b31m'],
  ['that moves the cursor back', 'a\rb\bc\u007f', 'a\\u000db\\u0008c\\u007f'],
  ['that changes the text direction', 'a\u202eb\u2066c\u200f', 'a\\u202eb\\u2066c\\u200f'],
  ['that ends a line for some readers', 'a\u2028b\u0085c\fd\ve', 'a\\u2028b\\u0085c\\u000cd\\u000be'],
  ['that is invisible', 'a\u200bb\ufeffc\u{e0061}', 'a\\u200bb\\ufeffc\\udb40\\udc61'],
  ['that is a lone surrogate', 'a\ud800', 'a\\ud800']
] as const)
  test(`a character ${what} is escaped`, () => assert.equal(toPrintable(text), shown))

test('text in any language, emoji, line feeds and tabs stay unchanged', () => {
  const text = 'naïve\t日本語\n\nמפתח می‌خواهم 👨‍👩‍👧 ✔️ C:\\a\\b :: # ## Heading a::b\n'
  assert.equal(toPrintable(text), text)
})

for (const [of, line] of [
  ['GitHub', '::set-output name=a::b'],
  ['GitHub, after white space', ' \t\u00a0\u3000::error::a'],
  ['GitHub in the old syntax', 'a ##[error]b'],
  ['Azure Pipelines', '##vso[task.setvariable variable=a]b'],
  ['TeamCity', '##teamcity[buildStop]'],
  ['several', '###[a]##[b]']
] as const)
  test(`a command to the CI of ${of} is escaped in any line`, () => {
    const shown = toPrintable(`a\n${line}\n`)
    assert.doesNotMatch(shown, /^\s*::|##[\w[]/m)
    assert.equal(shown.replaceAll('\\u003a', ':').replaceAll('\\u0023', '#'), `a\n${line}\n`)
  })

test('escaped text has no control characters or CI commands, and escaping is idempotent', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.constantFrom(...':#[ \n\r\t'), fc.string({ unit: 'binary' })) }),
      (text) => {
        const shown = toPrintable(text)
        assert.doesNotMatch(shown, /(?!\n|\t|\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\s*::|##[\w[]/mu)
        assert.equal(toPrintable(shown), shown)
      }
    ),
    { numRuns: 5000 }
  )
})

test('escaped JSON has the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      for (const spaces of [0, 2]) {
        const text = JSON.stringify(value, null, spaces)
        assert.deepEqual(JSON.parse(toPrintable(text)), JSON.parse(text))
      }
    }),
    { numRuns: 2000 }
  )
})

test('a diff keeps line ends and a byte order mark, and other control characters are escaped', () => {
  assert.equal(
    toPrintableDiff('-\ufeffa\r\n+b\u001b\rc\r\n ::d\r\n'),
    '-\ufeffa\r\n+b\\u001b\\u000dc\r\n \\u003a:d\r\n'
  )
})
