import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAmbiguity } from '../src/ambiguity.ts'
import { automatonOf, plenty } from './shown.ts'

/** The states of each loop, and the texts that have two paths there. */
function loopsOf(source: string) {
  const { automaton, alphabet } = automatonOf(source)
  const account = plenty()
  const loops = [...findAmbiguity(automaton, alphabet, account)]
  return { loops: loops.map(({ states, texts }) => `${[...states].join('+')}: ${[...texts].join(' ')}`), account }
}

test('each loop is found with its ambiguous texts in a known number of steps', () => {
  const rows: readonly (readonly [source: string, loops: readonly string[], steps: number])[] = [
    ['(?:a|a)*b', ['1: a aa'], 19],
    ['(?:a|aa)*b', ['1+2: aa'], 24],
    ['(?:ab|a|b)*c', ['1+2: ab'], 37],
    ['a*b', ['1: '], 8],
    ['(?:a*)*b', ['1: a'], 9],
    ['(?:[ab]|[bc])*d', ['1: b bb'], 19],
    ['(?:a(?:b|b)c)*d', ['1+3+4: bca'], 22],
    ['(?:a|a)*(?:b|b)*c', ['2: b bb', '1: a aa'], 37],
    ['(?:(?:a|b)+c?)*d', ['1+3: a b'], 31],
    ['(?:ab|[ac]b)*d', ['1+4+2: ab'], 27],
    ['a|a', [], 4],
    ['(?:x(?:a|ab)(?:bc|c))*d', ['1+3+5+6+4: abcx'], 38],
    ['(?:ab)*c', ['1+3: '], 11],
    ['(?:a*x(?:b|b)*y)*z', ['1+2+4+5: byx b bbyx'], 67],
    ['(?:x(?:b|b)*ya*)*z', ['1+3+4+5: byx b bbyx'], 67],
    ['(?:a|a|a)*b', ['1: a aa'], 35]
  ]
  for (const [source, expected, steps] of rows) {
    const { loops, account } = loopsOf(source)
    assert.deepEqual(loops, expected, source)
    assert.equal(account.spent, steps, `steps of ${source}`)
  }
})

test('texts of a loop are computed on demand', () => {
  const { automaton, alphabet } = automatonOf('(?:ab|a|b)*c')
  const account = plenty()
  const [loop] = findAmbiguity(automaton, alphabet, account)
  const spent = account.spent
  assert.equal(loop?.texts.next().value, 'ab')
  assert.ok(account.spent > spent)
  assert.deepEqual([...(loop?.texts ?? [])], [])
})

test('states without a path back form no loop', () => {
  const edge = (to: number) => ({ to, symbols: 1n, paths: 1, isSure: true })
  const { alphabet } = automatonOf('a')
  const statesOf = (...edges: number[][]) =>
    [...findAmbiguity({ edges: edges.map((to) => to.map(edge)), matched: [] }, alphabet, plenty())].map(
      ({ states }) => [...states]
    )
  assert.deepEqual(statesOf([1], [2], []), [])
  assert.deepEqual(statesOf([1], [1]), [[1]])
  assert.deepEqual(statesOf([1], [2], [0]), [[0, 1, 2]])
  assert.deepEqual(statesOf([1, 2], [0], [3], [2]), [
    [2, 3],
    [0, 1]
  ])
  assert.deepEqual(statesOf([1], [2, 3], [1], [4], [5], [3, 0]), [[0, 1, 2, 3, 4, 5]])
  assert.deepEqual(statesOf([1], [2], [0, 3], [4], [4]), [[4], [0, 1, 2]])
  assert.deepEqual(statesOf([1, 2], [1], [1, 2]), [[1], [2]])
  assert.deepEqual(statesOf([], [0], [1, 2]), [[2]])
})
