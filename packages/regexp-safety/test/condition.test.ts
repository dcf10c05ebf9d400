import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Alphabet } from '../src/alphabet.ts'
import { both, type Condition, conditionsOf, isDecidedByOne, unconditional } from '../src/condition.ts'
import { partOf, showMask } from './shown.ts'

type Assertion = Parameters<typeof conditionsOf>[0]

/** The alphabet has symbols for `a`, `b`, and the character sets of the assertion. */
function assertionOf(source: string) {
  const node = partOf(source) as Assertion
  return { node, alphabet: new Alphabet({ kind: 'sequence', items: [node, partOf('a'), partOf('b')] }) }
}

test('an assertion requires symbols on both sides and is marked if these are not sufficient', () => {
  const rows: readonly (readonly [source: string, isBackward: boolean, conditions: string])[] = [
    ['^', false, '[$]|*'],
    ['^', true, '*|[$]'],
    ['$', false, '*|[$]'],
    ['$', true, '[$]|*'],
    ['\\b', false, '[0ab]|[:$], [:$]|[0ab]'],
    ['\\b', true, '[:$]|[0ab], [0ab]|[:$]'],
    ['\\B', false, '[0ab]|[0ab], [:$]|[:$]'],
    ['\\B', true, '[0ab]|[0ab], [:$]|[:$]'],
    ['(?=a)', false, '*|[a]'],
    ['(?=a)', true, '[a]|*'],
    ['(?!a)', false, '*|[cb$]'],
    ['(?!a)', true, '[cb$]|*'],
    ['(?<=a)', false, '[a]|*'],
    ['(?<=a)', true, '*|[a]'],
    ['(?<!a)', false, '[cb$]|*'],
    ['(?<!a)', true, '*|[cb$]'],
    ['(?=ab)', false, '*|[a] perhaps'],
    ['(?=ab)', true, '[a]|* perhaps'],
    ['(?!ab)', false, '*|* perhaps'],
    ['(?!ab)', true, '*|* perhaps'],
    ['(?<=ab)', false, '[b]|* perhaps'],
    ['(?<=ab)', true, '*|[b] perhaps'],
    ['(?<!ab)', false, '*|* perhaps'],
    ['(?<!ab)', true, '*|* perhaps'],
    ['(?=a?)', false, '*|*'],
    ['(?=a?)', true, '*|*'],
    ['(?!a?)', false, '*|[]'],
    ['(?!a?)', true, '[]|*'],
    ['(?=a*b)', false, '*|[ab] perhaps'],
    ['(?=a*b)', true, '[ab]|* perhaps'],
    ['(?!a+)', false, '*|[cb$]'],
    ['(?!a+)', true, '[cb$]|*'],
    ['(?=a+)', false, '*|[a]'],
    ['(?=a+)', true, '[a]|*'],
    ['(?!a{2})', false, '*|* perhaps'],
    ['(?!a{2})', true, '*|* perhaps'],
    ['(?=a{2})', false, '*|[a] perhaps'],
    ['(?=a{2})', true, '[a]|* perhaps'],
    ['(?=a|b)', false, '*|[ab]'],
    ['(?=a|b)', true, '[ab]|*'],
    ['(?!a|b)', false, '*|[c$]'],
    ['(?!a|b)', true, '[c$]|*'],
    ['(?=a|bc)', false, '*|[ab] perhaps'],
    ['(?=a|bc)', true, '[ab]|* perhaps'],
    ['(?!a|bc)', false, '*|[dbc$] perhaps'],
    ['(?!a|bc)', true, '[dbc$]|* perhaps'],
    ['(?=$)', false, '*|[$]'],
    ['(?=$)', true, '[$]|*'],
    ['(?!$)', false, '*|[cab]'],
    ['(?!$)', true, '[cab]|*'],
    ['(?=^a)', false, '*|[a] perhaps'],
    ['(?=^a)', true, '[a]|* perhaps'],
    ['(?<=^)', false, '[$]|*'],
    ['(?<=^)', true, '*|[$]'],
    ['(?<!^)', false, '[cab]|*'],
    ['(?<!^)', true, '*|[cab]'],
    ['(?<=$a)', false, '[a]|* perhaps'],
    ['(?<=$a)', true, '*|[a] perhaps'],
    ['(?<=^a)', false, '[a]|* perhaps'],
    ['(?<=^a)', true, '*|[a] perhaps'],
    ['(?=a$)', false, '*|[a] perhaps'],
    ['(?=a$)', true, '[a]|* perhaps'],
    ['(?=\\ba)', false, '*|[a] perhaps'],
    ['(?=\\ba)', true, '[a]|* perhaps'],
    ['(?!\\ba)', false, '*|* perhaps'],
    ['(?!\\ba)', true, '*|* perhaps'],
    ['(?=(?=b)a)', false, '*|[a] perhaps'],
    ['(?=(?=b)a)', true, '[a]|* perhaps'],
    ['(?!(?=b)a)', false, '*|* perhaps'],
    ['(?!(?=b)a)', true, '*|* perhaps'],
    ['(?=)', false, '*|*'],
    ['(?=)', true, '*|*'],
    ['(?!)', false, '*|[]'],
    ['(?!)', true, '[]|*'],
    ['(?=a|)', false, '*|*'],
    ['(?=a|)', true, '*|*'],
    ['(?=(?:a|b?)c)', false, '*|* perhaps'],
    ['(?=(?:a|b?)c)', true, '*|* perhaps'],
    ['(?=(?:a|b)c)', false, '*|[ab] perhaps'],
    ['(?=(?:a|b)c)', true, '[ab]|* perhaps'],
    ['(?!(?:a?|b)c)', false, '*|[dab$] perhaps'],
    ['(?!(?:a?|b)c)', true, '[dab$]|* perhaps'],
    ['(?<=(?:a|b)c)', false, '[c]|* perhaps'],
    ['(?<=(?:a|b)c)', true, '*|[c] perhaps'],
    ['(?=(?:a?b?)c)', false, '*|* perhaps'],
    ['(?=(?:a?b?)c)', true, '*|* perhaps'],
    ['(?=(?:)*a)', false, '*|* perhaps'],
    ['(?=(?:)*a)', true, '*|* perhaps'],
    ['(?=(?:a?)+c)', false, '*|* perhaps'],
    ['(?=(?:a?)+c)', true, '*|* perhaps'],
    ['(?!a?b)', false, '*|[ca$] perhaps'],
    ['(?!a?b)', true, '[ca$]|* perhaps'],
    ['(?!a?b?)', false, '*|[]'],
    ['(?!a?b?)', true, '[]|*'],
    ['(?!(?:a){1}b?)', false, '*|[cb$]'],
    ['(?!(?:a){1}b?)', true, '[cb$]|*'],
    ['(?=(?:\\b)a)', false, '*|* perhaps'],
    ['(?=(?:\\b)a)', true, '*|* perhaps'],
    ['(?=(?:\\b)*a)', false, '*|* perhaps'],
    ['(?=(?:\\b)*a)', true, '*|* perhaps'],
    ['(?<=a(?:\\b)+)', false, '*|* perhaps'],
    ['(?<=a(?:\\b)+)', true, '*|* perhaps']
  ]
  for (const [source, isBackward, conditions] of rows) {
    const { node, alphabet } = assertionOf(source)
    const shown = conditionsOf(node, alphabet, isBackward).map(({ before, after, isSure, lookarounds }) => {
      assert.deepEqual(lookarounds, [])
      return `${showMask(before, alphabet)}|${showMask(after, alphabet)}${isSure ? '' : ' perhaps'}`
    })
    assert.equal(shown.join(', '), conditions, `${source}${isBackward ? ' from behind' : ''}`)
    if (node.kind === 'lookaround')
      assert.equal(isDecidedByOne(node, alphabet), !conditions.endsWith('perhaps'), source)
  }
})

test('an assertion that only the engine decides holds anywhere with uncertainty', () => {
  const { alphabet } = assertionOf('^')
  assert.deepEqual(conditionsOf({ kind: 'unsure' }, alphabet, false), [{ ...unconditional(alphabet), isSure: false }])
})

test('an optional first part of a lookaround includes the symbols of the next part', () => {
  const perhaps = { kind: 'choice', options: [partOf('a'), { kind: 'unsure' }] } as const
  const body = { kind: 'sequence', items: [perhaps, partOf('b')] } as const
  const alphabet = new Alphabet(body)
  const [condition] = conditionsOf({ kind: 'lookaround', isAhead: true, isNegated: false, body }, alphabet, false)
  assert.equal(showMask(condition?.after ?? 0n, alphabet), '[ab]')
})

test('an edge against the direction of a lookaround requires no symbols', () => {
  for (const source of ['(?!^)', '(?<!$)']) {
    const { node, alphabet } = assertionOf(source)
    assert.deepEqual(conditionsOf(node, alphabet, false), [{ ...unconditional(alphabet), isSure: false }], source)
  }
})

test('with line breaks the edge of a line is an edge', () => {
  const breaks = partOf('[\\n]')
  assert.ok(breaks.kind === 'character')
  const edge = { kind: 'edge', side: 'end', breaks: breaks.set } as const
  const body = { kind: 'sequence', items: [edge, partOf('a')] } as const
  const alphabet = new Alphabet(body)
  const shown = ({ before, after }: Condition) => `${showMask(before, alphabet)}|${showMask(after, alphabet)}`
  assert.deepEqual(conditionsOf(edge, alphabet, false).map(shown), ['*|[\\n$]'])
  for (const [isNegated, expected] of [
    [false, '*|[\\n$]'],
    [true, '*|[ba]']
  ] as const)
    assert.deepEqual(
      conditionsOf({ kind: 'lookaround', isAhead: true, isNegated, body: edge }, alphabet, false).map(shown),
      [expected]
    )
})

test('two conditions are combined, with each lookaround once and in order', () => {
  const condition = (before: bigint, after: bigint, isSure: boolean, lookarounds: readonly number[]): Condition => ({
    before,
    after,
    isSure,
    lookarounds
  })
  assert.deepEqual(
    both(condition(0b110n, 0b011n, true, [3, 10]), condition(0b011n, 0b101n, true, [2, 3])),
    condition(0b010n, 0b001n, true, [2, 3, 10])
  )
  assert.deepEqual(both(condition(1n, 1n, true, [1]), condition(1n, 1n, false, [])), condition(1n, 1n, false, [1]))
  assert.deepEqual(both(condition(1n, 1n, false, []), condition(1n, 1n, true, [1])), condition(1n, 1n, false, [1]))
})
