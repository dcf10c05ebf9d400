import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesGlob } from '../src/glob.ts'

for (const [glob, text, isMatch] of [
  ['a', 'a', true],
  ['a', 'ab', false],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['*.ts', 'a.ts', true],
  ['*.ts', 'a/b.ts', false],
  ['**/a', 'a', true],
  ['**/a', 'b/c/a', true],
  ['a/**', 'a/b/c', true],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/c/d/b', true],
  ['a**b', 'a/b', false],
  ['[a-c]', 'b', true],
  ['[!a-c]', 'b', false],
  ['[]a]', ']', true],
  ['[[:digit:]x]', '7', true],
  ['[[:none:]]', 'n', false],
  ['[a', 'a', false],
  ['a[/]b', 'a/b', false],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['a\\', 'a', false]
] as const)
  test(`'${glob}' ${isMatch ? 'matches' : 'does not match'} '${text}'`, () => {
    assert.equal(matchesGlob(glob, text, true), isMatch)
  })

test('a pattern for names matches a slash with a star', () => {
  assert.equal(matchesGlob('a*b', 'a/b', false), true)
})

test('a pattern with many stars does not take exponential time', () => {
  for (const glob of [`${'*a'.repeat(500)}b`, `${'**/'.repeat(500)}b`])
    assert.equal(matchesGlob(glob, 'a/'.repeat(1000), true), false)
  // Recursion for each character would overflow the stack.
  assert.equal(matchesGlob(`${'*a'.repeat(50_000)}b`, 'a'.repeat(100), false), false)
})
