import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TooLarge } from '../src/node.ts'
import { readPattern, visitPattern } from '../src/syntax.ts'
import { showNode } from './shown.ts'
import { dangerOf } from './twins.ts'

const show = (source: string, flags: string, followsReferences: boolean) =>
  showNode(readPattern(source, flags, followsReferences))

test('an expression is parsed into sets, sequences, choices, repetitions and assertions', () => {
  const rows: readonly (readonly [source: string, flags: string, tree: string])[] = [
    ['a|bc', 'u', '(([a])|([b][c]))'],
    ['(?:a|b)(c)', 'u', '(((([a])|([b]))(([c]))))'],
    ['a{2,3}b?c*d+', 'u', '(([a]{2,3}[b]{0,1}[c]{0,Infinity}[d]{1,Infinity}))'],
    ['^a$', 'u', '((^[a]$))'],
    ['^a$', 'um', '((^[0a 0d 2028-2029][a]$[0a 0d 2028-2029]))'],
    ['\\ba\\B', 'u', '((\\b[0-9 A-Z _ a-z][a]\\B[0-9 A-Z _ a-z]))'],
    ['\\b', 'iu', '((\\b[0-9 A-Z _ a-z 17f 212a]))'],
    ['\\b', 'i', '((\\b[0-9 A-Z _ a-z]))'],
    ['(?=a)(?!b)(?<=c)(?<!d)', 'u', '(((?=(([a])))(?!(([b])))(?<=(([c])))(?<!(([d])))))'],
    ['.', 'u', '(([00-09 0b-0c 0e-2027 202a-10ffff]))'],
    ['.', 'us', '(([00-10ffff]))'],
    [
      '\\d\\D\\s\\S\\w\\W',
      'u',
      '(([0-9][00-/ :-10ffff][09-0d 20 a0 1680 2000-200a 2028-2029 202f 205f 3000 feff][00-08 0e-1f !-9f a1-167f 1681-1fff 200b-2027 202a-202e 2030-205e 2060-2fff 3001-fefe ff00-10ffff][0-9 A-Z _ a-z][00-/ :-@ [-^ ` {-10ffff]))'
    ],
    ['\\d\\s', 'iu', '(([0-9][09-0d 20 a0 1680 2000-200a 2028-2029 202f 205f 3000 feff]))'],
    ['\\w', 'iu', '(([0-9 A-Z _ a-z 17f 212a]))'],
    ['\\w\\W', 'i', '(([0-9 A-Z _ a-z][00-/ :-@ [-^ ` {-3ffff e0000-e03ff]))'],
    ['\\d\\D\\w\\W', '', '(([0-9][00-/ :-10ffff][0-9 A-Z _ a-z][00-/ :-@ [-^ ` {-10ffff]))'],
    ['[a-cx\\d]', 'u', '(([0-9 a-c x]))'],
    ['[^a-cx\\d]', 'u', '(([00-/ :-` d-w y-10ffff]))'],
    ['a', 'i', '(([A a]))'],
    ['[ab]', 'i', '(([A-B a-b]))'],
    ['[1]', 'iu', '(([1]))'],
    ['\\u{1f600}', 'u', '(([1f600]))'],
    ['\\p{Script=Ogham}', 'u', '(([1680-169c]))'],
    ['[\\p{Script=Ogham}a]', 'u', '(([a 1680-169c]))'],
    ['[[a-c]--b]', 'v', '(([a c]))'],
    ['[\\q{a}b]', 'v', '(([a-b]))'],
    ['[[a-c]x]', 'v', '(([a-c x]))'],
    ['[[^a]x]', 'v', '(([00-` b-10ffff]))'],
    ['\\d\\D', 'i', '(([0-9][00-/ :-10ffff]))'],
    ['é', 'u', '(([e9]))'],
    ['\\u{10ffff}', 'u', '(([10ffff]))']
  ]
  for (const [source, flags, tree] of rows) assert.equal(show(source, flags, true), tree, `${source} ${flags}`)
})

test('a back reference is the text of its group, or possibly empty', () => {
  const rows: readonly (readonly [source: string, unfollowed: string, followed?: string])[] = [
    ['(a|b)\\1', '(((([a])|([b]))(?((([a])|([b]))))))', '(((([a](([a])))|([b](([b]))))))'],
    ['(a)(?:b|\\1)', '(((([a]))(([b])|((?((([a]))))))))', '(((([a]((([b])|(([a]))))))))'],
    ['(?:(a)|b)\\1', '(((((([a])))|([b]))(?((([a]))|?))))'],
    ['(a)?\\1', '(((([a])){0,1}(?((([a]))|?))))'],
    ['(a)*\\1', '(((([a])){0,Infinity}(?((([a]))|?))))'],
    ['(a)+\\1', '(((([a])){1,Infinity}(?((([a]))))))'],
    ['(?!(a))\\1', '(((?!(((([a])))))(?((([a]))|?))))'],
    ['(?=(a))\\1', '(((?=(((([a])))))(?((([a]))))))'],
    ['(a\\1)', '(((([a](?(?))))))'],
    ['\\1(a)', '(((?((([a]))|?))(([a]))))'],
    ['(a*)\\1', '(((([a]{0,Infinity}))(?((([a]{0,Infinity}))))))'],
    ['(a*)|\\1', '(((([a]{0,Infinity})))|((?((([a]{0,Infinity}))|?))))'],
    ['(?:(a*)|b)\\1', '(((((([a]{0,Infinity})))|([b]))(?((([a]{0,Infinity}))|?))))'],
    ['(?:(a*)|b\\1)', '(((((([a]{0,Infinity})))|([b](?((([a]{0,Infinity}))|?))))))'],
    ['(?:(a*)\\1|b)', '(((((([a]{0,Infinity}))(?((([a]{0,Infinity})))))|([b]))))'],
    ['(?:(a*))?\\1', '(((((([a]{0,Infinity})))){0,1}(?((([a]{0,Infinity}))|?))))'],
    ['(?:(a*)\\1)?', '(((((([a]{0,Infinity}))(?((([a]{0,Infinity})))))){0,1}))'],
    ['(?:(a*))+\\1', '(((((([a]{0,Infinity})))){1,Infinity}(?((([a]{0,Infinity}))))))'],
    ['(?:(a*))*\\1', '(((((([a]{0,Infinity})))){0,Infinity}(?((([a]{0,Infinity}))|?))))'],
    ['(?!(a*))\\1', '(((?!(((([a]{0,Infinity})))))(?((([a]{0,Infinity}))|?))))'],
    ['(?!(a*)\\1)', '(((?!(((([a]{0,Infinity}))(?((([a]{0,Infinity})))))))))'],
    ['(?=(a*))\\1', '(((?=(((([a]{0,Infinity})))))(?((([a]{0,Infinity}))))))'],
    ['(?<!(a*))\\1', '(((?<!(((([a]{0,Infinity})))))(?((([a]{0,Infinity}))|?))))'],
    ['(?<=(a*))\\1', '(((?<=(((([a]{0,Infinity})))))(?((([a]{0,Infinity}))))))'],
    ['(a*\\1)', '(((([a]{0,Infinity}(?(?))))))'],
    ['\\1(a*)', '(((?((([a]{0,Infinity}))|?))(([a]{0,Infinity}))))'],
    ['(?<=\\1(a))', '(((?<=(((?((([a]))))(([a])))))))'],
    ['(?<=(a)\\1)', '(((?<=(((([a]))(?((([a]))|?)))))))'],
    ['(?=(?<=(a)\\1))', '(((?=(((?<=(((([a]))(?((([a]))|?))))))))))'],
    ['(?<=(?=(a)\\1))', '(((?<=(((?=(((([a]))(?((([a]))))))))))))', '(((?<=(((?=(((([a](([a]))))))))))))'],
    [
      '(?:(a)\\1b|\\1)',
      '(((((([a]))(?((([a]))))[b])|((?((([a]))|?))))))',
      '(((((([a](([a])[b]))))|((?((([a]))|?))))))'
    ],
    ['(?<x>a)\\k<x>', '(((([a]))(?((([a]))))))', '(((([a](([a]))))))'],
    ['((a)\\2)\\1', '(((((([a]))(?((([a]))))))(?((((([a]))(?((([a]))))))))))', '(((([a][a](([a][a]))))))'],
    [
      '(a|b)(c|d)\\2\\1',
      '(((([a])|([b]))(([c])|([d]))(?((([c])|([d]))))(?((([a])|([b]))))))',
      '(((([a]((([c](([c])([a])))|([d](([d])([a]))))))|([b]((([c](([c])([b])))|([d](([d])([b])))))))))'
    ],
    ['(?:(?:(a|b))c)\\1', '(((((((([a])|([b]))))[c]))(?((([a])|([b]))))))'],
    ['(a)b|c\\1', '(((([a]))[b])|([c](?((([a]))|?))))'],
    ['(a)', '(((([a]))))'],
    ['(a)b', '(((([a]))[b]))'],
    ['(?<=(?:\\1(a))*)', '(((?<=(((((?((([a]))))(([a])))){0,Infinity})))))'],
    ['(?<=\\1(a)?)', '(((?<=(((?((([a]))|?))(([a])){0,1})))))'],
    ['(?<=\\1(?:(a)|b))', '(((?<=(((?((([a]))|?))(((([a])))|([b])))))))'],
    ['(?<=(?=(a*)\\1))', '(((?<=(((?=(((([a]{0,Infinity}))(?((([a]{0,Infinity}))))))))))))'],
    ['(?=(?<=(a*)\\1))', '(((?=(((?<=(((([a]{0,Infinity}))(?((([a]{0,Infinity}))|?))))))))))'],
    ['(?<=\\1b(a*))', '(((?<=(((?((([a]{0,Infinity}))))[b](([a]{0,Infinity})))))))'],
    ['(a*)(?<=b\\1)', '(((([a]{0,Infinity}))(?<=(([b](?((([a]{0,Infinity})))))))))'],
    ['(?<=(a*))(?<=b\\1)', '(((?<=(((([a]{0,Infinity})))))(?<=(([b](?((([a]{0,Infinity})))))))))'],
    ['(a{9})\\1', '(((([a]{9,9}))(?((([a]{9,9}))))))'],
    ['(a*)(?:b(?:c\\1))', '(((([a]{0,Infinity}))(([b](([c](?((([a]{0,Infinity}))))))))))']
  ]
  for (const [source, unfollowed, followed = unfollowed] of rows) {
    assert.equal(show(source, 'u', false), unfollowed, source)
    assert.equal(show(source, 'u', true), followed, `${source} followed`)
  }
})

test('a back reference in a lookbehind is empty if its group is to its left', () => {
  assert.ok(dangerOf('(?<=x(?:(b)\\1a|ba)*)~'))
  assert.equal(dangerOf('(?<=x(?:\\1(b)a|ba)*)~'), null)
})

test('a back reference may match letters in the other case', () => {
  const rows: readonly (readonly [source: string, flags: string, tree: string])[] = [
    ['(k)\\1', 'iu', '(((([K]((?((([K k 212a]))))))|([k]((?((([K k 212a]))))))|([212a]((?((([K k 212a])))))))))'],
    ['(k)\\1', 'i', '(((([K]((?((([K k]))))))|([k]((?((([K k])))))))))'],
    ['(K)\\1', 'i', '(((([K]((?((([K k]))))))|([k]((?((([K k])))))))))'],
    ['(1)\\1', 'i', '(((([1](([1]))))))'],
    ['(1k)\\1', 'i', '(((([1][K]((?((([1][K k]))))))|([1][k]((?((([1][K k])))))))))'],
    ['(k1)\\1', 'i', '(((([K][1]((?((([K k][1]))))))|([k][1]((?((([K k][1])))))))))'],
    ['(a)\\1', 'u', '(((([a](([a]))))))']
  ]
  for (const [source, flags, tree] of rows) assert.equal(show(source, flags, true), tree, `${source} ${flags}`)
})

test('a name may refer to one of several groups', () => {
  for (const [source, tree] of [
    ['(?:(?<x>a)|(?<x>b))\\k<x>', '(((((([a])))|((([b]))))(?((([a]))|(([b]))|?))))'],
    ['(?:(?<x>a)\\k<x>|(?<x>b))', '(((((([a]((?((([a]))|(([b]))|?))))))|((([b]))))))']
  ] as const)
    assert.equal(show(source, 'u', true), tree, source)
})

test('modifiers apply only to their flags and inside their group', () => {
  const rows: readonly (readonly [source: string, flags: string, tree: string])[] = [
    ['(?i:a)a', 'u', '(((([A a]))[a]))'],
    ['(?-i:a)a', 'i', '(((([a]))[A a]))'],
    ['(?m:$)$', 'u', '(((($[0a 0d 2028-2029]))$))'],
    ['(?-m:$)$', 'm', '(((($))$[0a 0d 2028-2029]))'],
    ['(?s:.).', 'u', '(((([00-10ffff]))[00-09 0b-0c 0e-2027 202a-10ffff]))'],
    ['(?-s:.).', 's', '(((([00-09 0b-0c 0e-2027 202a-10ffff]))[00-10ffff]))'],
    ['(?i-s:a.)', 's', '(((([A a][00-09 0b-0c 0e-2027 202a-10ffff]))))'],
    ['(?s-i:1.)', 'ui', '(((([1][00-10ffff]))))'],
    ['(?:a)', 'i', '(((([A a]))))'],
    ['(?i:.$)', 'u', '(((([00-09 0b-0c 0e-2027 202a-10ffff]$))))'],
    ['(?m:.a)', 'u', '(((([00-09 0b-0c 0e-2027 202a-10ffff][a]))))'],
    ['(?s:$a)', 'u', '(((($[a]))))']
  ]
  for (const [source, flags, tree] of rows) assert.equal(show(source, flags, true), tree, `${source} ${flags}`)
})

test('an expression has at most 20000 parts', () => {
  readPattern('a'.repeat(20_000), 'u', true)
  assert.throws(() => readPattern('a'.repeat(20_001), 'u', true), TooLarge)
})

/** Computed sets are cached, so each test needs new characters. */
let unused = 0x1000

test('at most 32 sets of an expression are computed, and computed sets are cached', () => {
  const setsOf = (count: number) => Array.from({ length: count }, () => `[${String.fromCodePoint(unused++)}1]`).join('')
  const many = setsOf(33)
  assert.throws(() => readPattern(many, 'i', true), TooLarge)
  readPattern(many, 'i', true)
})

test('classes without case folding are read without computing sets', () => {
  for (const member of ['a', 'a-b', '\\d', '^a']) {
    const classes = Array.from({ length: 40 }, () => `[${member}${String.fromCodePoint(unused++)}]`)
    readPattern(classes.join(''), 'u', true)
  }
})

test('parts are visited in text order, and an invalid expression throws', () => {
  const seen: string[] = []
  visitPattern('a(b)', 'u', {
    onCharacterEnter: ({ raw }) => void seen.push(raw),
    onCapturingGroupEnter: ({ raw }) => void seen.push(raw)
  })
  assert.deepEqual(seen, ['a', '(b)', 'b'])
  for (const [source, flags] of [
    ['(', ''],
    ['\\a', 'u'],
    ['[(]', 'v']
  ] as const)
    assert.throws(() => visitPattern(source, flags, {}), SyntaxError)
  visitPattern('\\a', '', {})
  visitPattern('[(]', 'u', {})
})
