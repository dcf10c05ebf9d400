import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dangerOf } from './twins.ts'

test('a dangerous pattern is reported with an ambiguous text', () => {
  assert.deepEqual(dangerOf('^(?:ab|a|b)+$', 'u'), { repeated: 'ab' })
  assert.deepEqual(dangerOf('^(?:[a-z0-9]+-?)*$', 'u')?.repeated?.length, 1)
})

test('a bounded repetition is judged by the number of paths of 64 characters', () => {
  for (const count of [2, 3, 4, 5, 6]) assert.equal(dangerOf(`^(?:\\w+\\s?){1,${count}}$`, 'u'), null)
  for (const count of [8, 12, 100, 5000]) assert.ok(dangerOf(`^(?:\\w+\\s?){1,${count}}$`, 'u')?.repeated)
})

test('without the flag u, code units are characters', () => {
  assert.equal(dangerOf('^(?:[\\ud83d\\ude00]+,)*$', ''), null)
  assert.ok(dangerOf('^(?:[\\ud83d\\ude00]|[\\ude00-\\udfff])*$', ''))
})

test('modifiers are respected if the engine supports them', (t) => {
  const modified = '(?i:a)'
  try {
    new RegExp(modified, 'u')
  } catch {
    return t.skip('the engine has no modifiers')
  }
  assert.equal(dangerOf('^(?i:abc|d)+$', 'u'), null)
  assert.equal(dangerOf('^(?:a|A)+$', 'u'), null)
  assert.ok(dangerOf('^(?i:a|A)+$', 'u'))
  assert.equal(dangerOf('^(?:(?-i:a)|A)+$', 'u'), null)
  assert.equal(dangerOf('^(?:(?m:^a$)\\n)+$', 'u'), null)
  assert.ok(dangerOf('^(?:(?s:.)|\\n)+~$', 'u'))
  assert.equal(dangerOf('^(?:(?-s:.)|\\n)+~$', 'u'), null)
})

test('a pattern too large to analyze is refused in bounded time', () => {
  const large = [
    `^(?:${Array.from({ length: 30_000 }, (_, i) => `w${i}`).join('|')})+$`,
    `^(?:${'(?:a?|b?)'.repeat(60)})*$`,
    `${'(?:'.repeat(20_000)}a${')+'.repeat(20_000)}`,
    `^(?:${Array.from({ length: 3000 }, (_, i) => `[\\u{${(i + 256).toString(16)}}-\\u{${(i + 900).toString(16)}}]`).join('|')})*$`,
    `(a)${Array.from({ length: 40 }, (_, i) => `(\\${i + 1}\\${i + 1})`).join('')}(?:b)+`
  ]
  for (const source of large) assert.deepEqual(dangerOf(source, 'u'), { repeated: undefined }, source.slice(0, 40))
})

test('large patterns within the limits are analyzed', () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i.toString(36)}`).join('|')
  assert.equal(dangerOf(`^(?:[a-z0-9-]+\\.)+(?:${words(1500)})$`, 'u'), null)
  assert.equal(dangerOf(`^(?:(?:${words(300)})(?:,|$))+$`, 'u'), null)
  assert.equal(dangerOf(`^(?:[^\\n]{1,2000}\\n)*$`, 'u'), null)
})

test('with the flags i and u, \\W does not match the long s and the Kelvin sign', () => {
  for (const other of ['s', 'k', '\\u017f', '\\u212a']) assert.equal(dangerOf(`^(?:\\W|${other})*$`, 'iu'), null)
  assert.ok(dangerOf('^(?:\\W|\\u017f)*$', 'u'))
  assert.ok(dangerOf('^(?:\\w|\\u212a)*$', 'iu'))
  assert.equal(dangerOf('^(?:\\w|\\u212a)*$', 'u'), null)
})

test('64 characters may have at most ten million paths', () => {
  // Each character has two paths. 2^23 is less than ten millions, and 2^24 is more.
  assert.equal(dangerOf('(?:a|a){1,23}b', 'u'), null)
  assert.ok(dangerOf('(?:a|a){1,24}b', 'u')?.repeated)
})

test('bodies of lookarounds are analyzed separately, at every place and in both directions', () => {
  for (const source of [
    '(?=(?:a|a)*b)c',
    '(?<=b(?:a|a)*)c',
    'x|(?=(?:a|a)*b)c',
    '(?:(?=(?:a|a)*b)c)+',
    '(?=(?!(?:a|a)*b)c)d',
    '(?:(?:a|a){30}|b)c',
    '(?=(?:a|a){30}b)c',
    'x(?:y(?:a|a){30,})*z'
  ])
    assert.ok(dangerOf(source, 'u')?.repeated, source)
  for (const source of ['(?<=(?:ab)*)c', '(?=(?:ab)*c)', '(?:(?:ab){30}|b)c', '(?:a){30}b'])
    assert.equal(dangerOf(source, 'u'), null, source)
})

test('a pattern without a repeated group is not analyzed, and the flags are part of the cache key', () => {
  assert.equal(dangerOf('(', ''), null)
  for (const source of ['(a|a)*(', '(a|a)+(', '(a|a){2}(']) assert.throws(() => dangerOf(source, ''), SyntaxError)
  assert.equal(dangerOf('^(?:a|A)*$', ''), null)
  assert.ok(dangerOf('^(?:a|A)*$', 'i'))
  assert.equal(dangerOf('^(?:a|A)*$', ''), null)
})
