import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Budget, epsilonClosureOf, skipPlainSteps } from '../src/epsilon-closure.ts'
import { TooLarge } from '../src/node.ts'
import { plenty, showMask, stagesOf } from './shown.ts'

test('the closure of the start has the first transitions, and the end if the pattern may be empty', () => {
  const rows: readonly (readonly [source: string, paths: string, steps: number, targets: string])[] = [
    ['a|b', '*|[a] to 3, *|[b] to 5', 3, '0,1,2,1,4,1'],
    ['a?b', '*|[b] to 4, *|[a] to 3', 3, '0,1,2,3,4'],
    ['(?:a|a|[ac])', '*|[a] to 3, *|[a] to 5, *|[ac] to 7', 4, '0,1,2,1,4,1,6,1'],
    ['(?:|)a', '*|[a] to 4 2 paths', 5, '0,1,1,1,4'],
    ['^a|b', '[$]|[a] to 4, *|[b] to 6', 4, '0,1,2,3,1,5,1'],
    ['(?:a*)*', '*|[a] to 11, end if *|*', 13, '2,1,2,8,8,5,8,5,8,10,10,11,5,1'],
    ['(?:$|a)', '*|[a] to 5, end if *|[$]', 5, '0,1,2,1,4,1'],
    ['(?:^|^)a', '[$]|[a] to 6 2 paths', 7, '0,1,2,1,4,1,6'],
    ['(?:(?=ab)|)a', '*|[a] to 10 and 0, *|[a] to 10', 6, '0,1,2,1,6,5,6,7,5,1,10'],
    [
      '(?:(a*)\\1|)b',
      '*|[a] to 9, *|[a] to 20 perhaps, *|[b] to 23 2 paths',
      22,
      '0,1,6,3,6,3,6,8,8,9,3,17,1,17,1,17,1,17,19,19,20,1,1,23'
    ],
    ['(?:\\b|\\B)a', '[:$]|[a] to 6, [0a]|[a] to 6', 11, '0,1,2,1,4,1,6'],
    ['(?:^$|)', 'end if [$]|[$], end if *|*', 7, '0,1,2,3,1,1'],
    ['(?:a|[ab])', '*|[a] to 3, *|[ab] to 5', 3, '0,1,2,1,4,1'],
    ['^[^]', '[$]|[\\u0000] to 2', 2, '0,1,2'],
    ['$[^]', '', 2, '0,1,2'],
    ['(?:(?=(?=b)ab)|)a', '*|[a] to 5 2 paths', 6, '0,1,2,1,1,5'],
    ['(?:|(?=(?=b)ab))a', '*|[a] to 5 2 paths', 6, '0,1,1,3,1,5'],
    ['(?<=a)(?<=b)c', '', 3, '0,1,2,3'],
    ['(?=a)(?=b)(?:a|b)', '', 3, '0,1,2,3,4,3,6,3'],
    ['(?=a)(?=b)(?:a|b)?', '', 3, '0,1,2,3,4,5,6,5,8,5'],
    ['(?<=a)(?<=b)(?:a|b)?', '', 3, '0,1,2,3,4,5,6,5,8,5']
  ]
  for (const [source, expected, steps, targets] of rows) {
    const { alphabet, graph } = stagesOf(source)
    const account = plenty()
    const { transitions, arrivals } = epsilonClosureOf(graph, alphabet, graph.start, account)
    const sides = (before: bigint, after: bigint) => `${showMask(before, alphabet)}|${showMask(after, alphabet)}`
    const and = (lookarounds: readonly number[]) => (lookarounds.length > 0 ? ` and ${lookarounds}` : '')
    const shown = [
      ...transitions.map(
        ({ before, symbols, to, paths, isSure, lookarounds }) =>
          `${sides(before, symbols)} to ${to}${paths > 1 ? ` ${paths} paths` : ''}${isSure ? '' : ' perhaps'}${and(lookarounds)}`
      ),
      ...arrivals.map(({ before, after, lookarounds }) => `end if ${sides(before, after)}${and(lookarounds)}`)
    ]
    assert.equal(shown.join(', '), expected, source)
    assert.equal(account.spent, steps, `steps of ${source}`)
    assert.equal(graph.steps.map((_, point) => skipPlainSteps(graph, point)).join(), targets, `targets of ${source}`)
  }
})

test('a point without steps is its own target', () => {
  const nowhere = { characterSteps: [[]], steps: [[]], ends: new Set<number>() }
  assert.equal(skipPlainSteps(nowhere as unknown as Parameters<typeof skipPlainSteps>[0], 0), 0)
})

test('a budget can be spent completely and not exceeded', () => {
  const budget = new Budget(3)
  budget.spend(2)
  budget.spend(1)
  budget.spend(0)
  assert.throws(() => budget.spend(1), TooLarge)
})
