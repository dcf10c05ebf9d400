import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GraphOptions } from '../src/graph.ts'
import { automatonOf, showAutomaton } from './shown.ts'

type Rows = readonly (readonly [source: string, options: Partial<GraphOptions>, edges: string, steps: number])[]

test('an automaton has edges with path counts and match symbols, in a known number of steps', () => {
  const rows: Rows = [
    ['a', {}, '0 [a] 1, 1 matched before *', 3],
    ['ab|ac', {}, '0 [a] 1, 0 [a] 2, 1 [b] 3, 2 [c] 3, 3 matched before *', 10],
    ['a*b', {}, '0 [a] 1, 0 [b] 2, 1 [a] 1, 1 [b] 2, 2 matched before *', 16],
    ['(?:a|a)b', {}, '0 [a] 1, 0 [a] 1, 1 [b] 2, 2 matched before *', 8],
    ['(?:|)a', {}, '0 [a] 1 2 paths, 1 matched before *', 7],
    ['^a', {}, '0 [a] 2, 2 matched before *', 5],
    ['a$', {}, '0 [a] 1, 1 matched before [$]', 4],
    ['a\\bc', {}, '0 [a] 2, 1 [a] 2', 8],
    ['a\\b[ac]', {}, '0 [a] 2, 1 [a] 2', 8],
    ['\\ba\\B', {}, '1 [a] 2, 2 matched before [0a]', 8],
    ['(?:a(?=b)|a(?=c))[bc]', {}, '0 [a] 1, 0 [a] 2, 1 [b] 3, 2 [c] 3, 3 matched before *', 14],
    ['(?=ab)a', {}, '0 [a] 1, 1 matched before [b]', 9],
    ['(?!ab)a.', {}, '0 [a] 1, 1 [ca] 2, 2 matched before *', 11],
    ['a(?=bc)b|a(?!bc)b', {}, '0 [a] 1, 0 [a] 2, 1 [b] 3, 2 [b] 4, 3 matched before [c], 4 matched before [dab$]', 20],
    ['a(?=bc)', {}, '0 [a] 1, 1 [b] 2, 2 matched before [c]', 12],
    ['a(?!bc)', {}, '0 [a] 1, 1 matched before [dac$], 1 [b] 2, 2 matched before [dab$]', 12],
    ['(?<=bc)b', { isBackward: true }, '0 [b] 1, 1 [c] 2, 2 matched before [b]', 12],
    [
      '(?:a|b){2}c',
      { countedAs: 'loops' },
      '0 [a] 1, 0 [b] 1, 1 [a] 1 perhaps, 1 [b] 1 perhaps, 1 [c] 2 perhaps, 2 matched before *',
      14
    ],
    [
      '(a*)\\1b',
      {},
      '0 [a] 1, 0 [a] 2 perhaps, 0 [b] 3 perhaps, 1 [a] 1, 1 [a] 2 perhaps, 1 [b] 3 perhaps, 2 [a] 2, 2 [b] 3, 3 matched before *',
      50
    ],
    [
      '(?:(?=a+b)a|b)*c',
      {},
      '0 [a] 1, 0 [b] 2, 0 [c] 3, 1 [a] 1, 1 [b] 2, 2 [a] 1, 2 [b] 2, 2 [c] 3, 3 matched before *',
      39
    ],
    ['(?:(?=aa)(?=.b)a|b)', {}, '0 [a] 1, 0 [b] 2, 2 matched before *', 20],
    ['(?:(?=ab)(?!.b)a|b)', {}, '0 [a] 1, 0 [b] 2, 2 matched before *', 18],
    ['a|$', {}, '0 matched before [$], 0 [a] 1, 1 matched before *', 7],
    ['a|b?c', {}, '0 [a] 1, 0 [c] 1, 0 [b] 2, 1 matched before *, 2 [c] 1', 12],
    ['(?:a|)(?:b|)', {}, '0 matched before *, 1 matched before *, 2 matched before *', 15],
    ['(?=a$)a', {}, '0 [a] 1, 1 matched before [$]', 11],
    ['(?=a\\b)a', {}, '0 [a] 2, 1 [a] 2, 2 matched before [:$]', 17],
    ['(?:(?=ab)|(?!ab))a', {}, '0 [a] 1, 0 [a] 2, 1 matched before [b], 2 matched before [ca$]', 18],
    ['(?=ab|ac)(?!ad)a', {}, '0 [a] 1, 1 matched before [bc]', 27],
    [
      '(?!a*b)a*',
      {},
      '0 matched before [c$], 0 [a] 1, 0 [a] 2, 1 matched before [c$], 1 [a] 1, 2 matched before [c$], 2 [a] 1, 2 [a] 2',
      52
    ],
    ['(?=ab)(?=abc)a', {}, '0 [a] 1, 1 [b] 2, 2 matched before [c]', 19],
    // A lookaround that must match and must not match has no edge.
    ['(?=aab)(?!aab)aab', {}, '', 6],
    ['(?=^a+b)a', {}, '0 [a] 2, 2 matched before [b], 2 [a] 2', 20]
  ]
  for (const [source, options, edges, steps] of rows) {
    const { automaton, alphabet, account } = automatonOf(source, options)
    assert.equal(showAutomaton(automaton, alphabet).join(', '), edges, source)
    assert.equal(account.spent, steps, `steps of ${source}`)
  }
})
