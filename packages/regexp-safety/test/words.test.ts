import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '../src/words.ts'
import { partOf } from './shown.ts'
import { dangerOf, type Twins, testTwins } from './twins.ts'

/** In the first of each pair, a back reference excludes one of two paths. */
const twins: Twins = [
  ['^(["\'])(?:(?!\\1)[^\\\\]|\\\\.|\\1\\1)*\\1$', '^(["\'])(?:[^\\\\]|\\\\.|\\1\\1)*\\1$'],
  ['^(?:[^"\']|(["\'])(?:(?!\\1)[^])*\\1)*$', '^(?:[^"]|(["\'])(?:(?!\\1)[^])*\\1)*$'],
  ['^(?<quote>["\'])(?:(?!\\k<quote>).|\\k<quote>\\k<quote>)*$', '^(?<quote>["\'])(?:.|\\k<quote>\\k<quote>)*$'],
  ['^(\'\'\'|""")(?:(?!\\1)[^]|\\\\\\1)*\\1$', '^(\'\'\'|""")(?:[^]|\\\\\\1)*\\1$'],
  ['^(\\+\\+\\+?)(?:(?!\\1)[+a]|\\1)*$', '^(\\+\\+\\+?)(?:[+a]|\\1)*$'],
  ['^(a|b)(?:\\1c|(?!\\1)[abc])*$', '^(a|b)(?:\\1c|(?!\\1d)[abc])*$'],
  ['^([ab])([ab])(?:\\1\\2|c)*$', '^([ab])([ab])(?:\\1\\2|\\1|\\2)*$']
]

testTwins('a back reference to a group of few words is one of these words', twins, { isAttacked: false })

test('ambiguous paths inside the group still count', () => {
  assert.ok(dangerOf('^(?:(a|a)\\1)*$'))
  assert.ok(dangerOf('^(?:(a|aa)\\1*)*$'))
})

test('with case folding a group has no list of words', () => {
  assert.equal(dangerOf('^([ab])(?:(?!\\1)[abc]|\\1)*$'), null)
  assert.ok(dangerOf('^([ab])(?:(?!\\1)[abc]|\\1)*$', 'iu'))
  assert.equal(dangerOf('^(["\'])(?:(?!\\1)[^]|\\1\\1)*$', 'iu'), null)
})

test('a group with many words, with a reference or optional counts as any of its texts', () => {
  assert.ok(dangerOf('^([ \\t]*)(?:\\n\\1[ \\t].*,)*$'))
  assert.ok(dangerOf('^(?:(a)|b)(?:(?!\\1)[ab]|a)*$'))
  assert.ok(dangerOf('^(a\\1)(?:\\1a?)*$'))
})

test('words are listed if they are few and short, without expanding a long repetition', () => {
  const letter = { kind: 'character', set: [[97, 98]] } as const
  const wordsOfRepeated = (min: number, max: number) =>
    wordsOf({ kind: 'repetition', body: letter, min, max } as never)?.map((word) => String.fromCodePoint(...word))
  assert.deepEqual(wordsOfRepeated(0, 1), ['', 'a', 'b'])
  assert.deepEqual(wordsOfRepeated(2, 2), ['aa', 'ab', 'ba', 'bb'])
  for (const [min, max] of [
    [4, 4],
    [0, 3],
    [0, Number.POSITIVE_INFINITY],
    [1e9, 1e9]
  ] as const)
    assert.equal(wordsOfRepeated(min, max), undefined)
  const one = { kind: 'character', set: [[97, 97]] } as const
  const wordsOfOne = (count: number) => wordsOf({ kind: 'repetition', body: one, min: count, max: count } as never)
  assert.equal(wordsOfOne(8)?.[0]?.length, 8)
  for (const count of [9, 1e9]) assert.equal(wordsOfOne(count), undefined)
  const choice = { kind: 'choice', options: [one, { kind: 'repetition', body: one, min: 9, max: 9 }] } as const
  assert.equal(wordsOf(choice as never), undefined)
})

test('a repetition of an optional part has no list of words', () => {
  const one = { kind: 'character', set: [[97, 97]] } as const
  const perhaps = { kind: 'repetition', body: one, min: 0, max: 1 } as const
  assert.equal(wordsOf({ kind: 'repetition', body: perhaps, min: 1, max: 2 } as never), undefined)
  assert.equal(
    wordsOf({ kind: 'repetition', body: { kind: 'sequence', items: [] }, min: 0, max: 3 } as never),
    undefined
  )
})

test('a part has at most eight words, and each at most eight characters', () => {
  const shown = (source: string) => wordsOf(partOf(source))?.map((word) => String.fromCodePoint(...word))
  assert.deepEqual(shown('[a-h]'), [...'abcdefgh'])
  assert.equal(shown('[a-cx-z0-1]')?.length, 8)
  assert.equal(shown('[a-d][xy]')?.length, 8)
  for (const many of ['[a-i]', '[a-cx-z0-2]', '.', '[a-h]|i', '[a-c]{2}', '[a-i]|b'])
    assert.equal(shown(many), undefined, many)
  assert.deepEqual(shown('abcdefgh|i'), ['abcdefgh', 'i'])
  for (const long of ['abcdefghi', 'a|abcdefghi', 'abcdefghi|a', 'a{5}b{4}']) assert.equal(shown(long), undefined, long)
  assert.deepEqual(shown('a|b|a'), ['a', 'b', 'a'])
  assert.deepEqual(shown('(?:a|b)c'), ['ac', 'bc'])
  assert.deepEqual(shown('a{1,3}'), ['a', 'aa', 'aaa'])
  assert.deepEqual(shown('a{0,2}'), ['', 'a', 'aa'])
  assert.deepEqual(shown(''), [''])
})

test('a part that depends on its context has no list of words', () => {
  for (const source of [
    '^',
    'a$',
    '\\b',
    '(?=a)',
    '(?:^|a)',
    '(?:^)*',
    '.a',
    'a.',
    '(?:.)?',
    '(?:a.){0,2}',
    '(?:[a-h]b){1,2}'
  ])
    assert.equal(wordsOf(partOf(source)), undefined, source)
})
