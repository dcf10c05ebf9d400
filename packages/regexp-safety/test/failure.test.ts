import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAmbiguity } from '../src/ambiguity.ts'
import { failingPart } from '../src/failure.ts'
import { automatonOf, plenty, showAutomaton } from './shown.ts'
import { dangerOf, type Twins, testTwins } from './twins.ts'

/** In the first of each pair, texts with two paths always match. In the second, such a text can fail. */
const twins: Twins = [
  ['^(?:.|\\s)*$', '^(?:.|\\t)*$'],
  ['^(?:.|\\s)*', '^(?:.|\\s)*!'],
  ['(?:a|a)*', '(?:a|a)*b'],
  ['(?:a|a)+', '(?:a|a)+$'],
  ['^(?:a|[^])*$', '^(?:a|[^])*~$'],
  ['^(?:.|\\s)*(?!\\n)$', '^(?:.|\\s)*(?!\\n)~$'],
  ['(?<=^(?:[^]|a)*)~', '(?<=^~(?:[^]|a)*)~'],
  // After the first iteration, the first expression has matched.
  ['(?:\\.[\\w.-]+)+[\\w.-]+', '(?:\\.[\\w.-]+)+[\\w.-]+~'],
  ['(?:(?:ab|a|b){2,})+', '(?:(?:ab|a|b){2,})+~'],
  // One of several paths of the text has matched.
  ['^(?:\\s+a(?:\\s*=\\s*[^>]+)?)*\\s*(?:>|$)', '^(?:\\s+a(?:\\s*=\\s*[^>]+)?)*\\s*>'],
  ['\\((?:f\\(.+?\\)|[^)])+\\)', '\\((?:f\\(.+?\\)|[^)])+~'],
  ['^(?:a(?:b|$)|a[^b]|[^a]|ab)*$', '^(?:a(?:b|$)|a[^b]|[^a]|ab)*~'],
  // The engine tries each path of an optional or first alternative once.
  ['^(?:(?:a|b)*c)?', '^(?:(?:a|a)*b)?'],
  ['^(?:a|a)*|~', '^(?:(?:a|a)*~|b)*']
]

testTwins('many paths are dangerous only for texts that fail', twins, { isAttacked: true })

test('inside a lookaround only its own end can fail', () => {
  assert.equal(dangerOf('(?=(?:a|a)*)b'), null)
  assert.equal(dangerOf('(?!(?:.|\\s)*$)b'), null)
  assert.ok(dangerOf('(?=(?:a|a)*$)b'))
  assert.ok(dangerOf('^(?:(?=(?:a|a)*c)a|b)'))
})

test('a part that a back reference decides is not certain to match', () => {
  assert.ok(dangerOf('^([ab]*)~(?:[^]|a)*\\1$'))
})

test('the failing part of a loop has the edges of failing texts, in a known number of steps', () => {
  type Part = readonly [edges: string, states: number, steps: number]
  const rows: readonly (readonly [source: string, parts: readonly Part[]])[] = [
    ['(?:a|a)*b', [['0 [a] 0, 0 [a] 0', 1, 19]]],
    ['^(?:.|\\s)*$', [['', 0, 9]]],
    ['^(?:a|[^])*c$', [['0 [a] 0, 0 [ba] 0, 0 [c] 1, 1 [a] 0, 1 [ba] 0, 1 [c] 1', 2, 32]]],
    ['(?:a|b)*c', [['0 [a] 0, 0 [b] 0', 1, 23]]],
    ['^(?:a(?:b|$)|a[^b]|[^a]|ab)*$', [['', 3, 37]]],
    ['(?:(?=ab)a|b)*c', [['0 [b] 1, 1 [a] 0, 1 [b] 1', 2, 31]]],
    [
      '([ab]*)\\1c',
      [
        ['0 [a] 0', 1, 13],
        ['0 [a] 0', 1, 7]
      ]
    ],
    ['(?:a|b|ba)*?$', [['0 [a] 0, 0 [b] 2, 0 [b] 3, 1 [a] 0, 2 [a] 0, 2 [b] 2, 2 [b] 3, 3 [a] 0', 4, 55]]],
    ['(?:ab|a)+b$', [['0 [b] 1, 1 [a] 2, 1 [a] 3, 2 [b] 4, 3 [a] 2, 3 [a] 3, 4 [a] 2, 4 [a] 3', 5, 68]]],
    ['^(?:a|b)*?b', [['0 [a] 0', 1, 19]]],
    ['(?:ab)*[ab]?$', [['0 [b] 1, 1 [a] 2, 2 [b] 1', 3, 26]]],
    ['(?:a+b?)*c|a', [['0 [a] 0 2 paths, 0 [b] 1, 1 [a] 0', 2, 37]]],
    ['^(?:aa|b)*(?:$|ac)', [['0 [a] 1, 1 [a] 2, 1 [b] 1, 2 [a] 1', 3, 37]]]
  ]
  for (const [source, parts] of rows) {
    const { automaton, alphabet } = automatonOf(source)
    const found = [...findAmbiguity(automaton, alphabet, plenty())].map(({ states }): Part => {
      const account = plenty()
      const part = failingPart(automaton, states, alphabet, account)
      assert.equal(part.matched.length, part.edges.length)
      assert.ok(part.matched.every((symbols) => symbols === 0n))
      return [showAutomaton(part, alphabet).join(', '), part.edges.length, account.spent]
    })
    assert.deepEqual(found, parts, source)
  }
})

test('a set of states is independent of the order in which its states are reached', () => {
  const { alphabet } = automatonOf('ab')
  const [a, b] = ['a', 'b'].map((character) => 1n << BigInt(alphabet.samples.indexOf(character))) as [bigint, bigint]
  const to = (...steps: (readonly [symbols: bigint, to: number])[]) =>
    steps.map(([symbols, to]) => ({ to, symbols, paths: 1, isSure: true }))
  const edges = [to([a, 1], [a, 2], [b, 2], [b, 1]), to([a, 0]), to([a, 0])]
  const part = failingPart({ edges, matched: [0n, 0n, 0n] }, new Set([0]), alphabet, plenty())
  assert.deepEqual(part.edges, [[]])
  const whole = failingPart({ edges, matched: [0n, 0n, 0n] }, new Set([0, 1, 2]), alphabet, plenty())
  assert.equal(
    showAutomaton(whole, alphabet).join(', '),
    '0 [a] 3, 0 [a] 4, 0 [b] 4, 0 [b] 3, 1 [a] 0, 2 [a] 0, 3 [a] 0, 4 [a] 0'
  )
})
