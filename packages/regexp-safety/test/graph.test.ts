import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Alphabet } from '../src/alphabet.ts'
import { type GraphOptions, PatternGraph } from '../src/graph.ts'
import { type PatternNode, TooLarge } from '../src/node.ts'
import { partOf, showGraph, stagesOf } from './shown.ts'

type Rows = readonly (readonly [source: string, options: Partial<GraphOptions>, arrows: string])[]

const loops = { countedAs: 'loops' } as const

test('the arrows of a graph are those of the engine', () => {
  const rows: Rows = [
    ['abc', {}, '0 [a] 1, 1 [b] 2, 2 [c] 3'],
    ['ab', { isBackward: true }, '0 [b] 1, 1 [a] 2'],
    ['a|bc', {}, '0 → 2, 0 → 4, 2 [a] 3, 3 → 1, 4 [b] 5, 5 [c] 6, 6 → 1'],
    ['(?:ab)*', {}, '0 → 2, 2 → 3, 2 → 9, 3 → 4, 4 → 6, 5 → 2 unless empty since 4, 6 [a] 7, 7 [b] 8, 8 → 5, 9 → 1'],
    ['(?:ab)+', {}, '0 → 2, 2 → 4, 3 → 2, 3 → 1, 4 [a] 5, 5 [b] 6, 6 → 3'],
    ['(?:ab)?', {}, '0 → 1, 0 → 2, 2 → 4, 3 → 1 unless empty since 2, 4 [a] 5, 5 [b] 6, 6 → 3'],
    ['(?:ab)??', {}, '0 → 1, 0 → 2, 2 → 4, 3 → 1 unless empty since 2, 4 [a] 5, 5 [b] 6, 6 → 3'],
    ['a{0}', {}, ''],
    ['a{1}', {}, '0 [a] 1'],
    ['a{0,1}', {}, '0 → 1, 0 → 2, 2 [a] 3, 3 → 1 unless empty since 2'],
    ['a{2}', {}, '0 [a] 1, 1 [a] 2, 2 → 3'],
    ['a{2,}', loops, '0 [a] 1, 1 [a] 2, 2 → 4, 4 → 5, 4 → 8, 5 → 6, 6 [a] 7, 7 → 4 unless empty since 6, 8 → 3'],
    [
      'a{0,2}',
      loops,
      '0 → 1, 0 → 3, 2 → 1, 2 → 6, 3 [a] 4, 4 → 2 unless empty since 3, 5 → 1, 6 [a] 7, 7 → 5 unless empty since 6'
    ],
    [
      'a{1,3}',
      loops,
      '0 [a] 1, 1 → 2, 1 → 4, 3 → 2, 3 → 7, 4 [a] 5, 5 → 3 unless empty since 4, 6 → 2, 7 [a] 8, 8 → 6 unless empty since 7'
    ],
    ['(?:ab){2}', {}, '0 → 2, 1 → 6, 2 [a] 3, 3 [b] 4, 4 → 1, 5 → 9, 6 [a] 7, 7 [b] 8, 8 → 5'],
    [
      '(?:ab){2,}',
      {},
      '0 → 2, 1 → 6, 2 [a] 3, 3 [b] 4, 4 → 1, 5 → 10, 6 [a] 7, 7 [b] 8, 8 → 5, 10 → 11, 10 → 17, 11 → 12, 12 → 14, 13 → 10 unless empty since 12, 14 [a] 15, 15 [b] 16, 16 → 13, 17 → 9'
    ],
    ['(?:ab){2}', loops, '0 → 2, 2 → 4, 3 → 2 if *|* perhaps, 3 → 1 if *|* perhaps, 4 [a] 5, 5 [b] 6, 6 → 3'],
    ['(?:ab){2,}', loops, '0 → 2, 2 → 4, 3 → 2, 3 → 1 if *|* perhaps, 4 [a] 5, 5 [b] 6, 6 → 3'],
    ['(?:ab){1,2}', loops, '0 → 2, 2 → 4, 3 → 2 if *|* perhaps, 3 → 1, 4 [a] 5, 5 [b] 6, 6 → 3'],
    [
      '(?:ab){0,2}',
      loops,
      '0 → 2, 2 → 3 if *|* perhaps, 2 → 9, 3 → 4, 4 → 6, 5 → 2 unless empty since 4, 6 [a] 7, 7 [b] 8, 8 → 5, 9 → 1'
    ],
    [
      '(?:(?:a)){0,2}',
      loops,
      '0 → 1, 0 → 3, 2 → 1, 2 → 10, 3 → 5, 4 → 2 unless empty since 3, 5 → 7, 6 → 4, 7 [a] 8, 8 → 6, 9 → 1, 10 → 12, 11 → 9 unless empty since 10, 12 → 14, 13 → 11, 14 [a] 15, 15 → 13'
    ],
    [
      '(?:a|b){0,2}',
      loops,
      '0 → 2, 2 → 3 if *|* perhaps, 2 → 10, 3 → 4, 4 → 6, 4 → 8, 5 → 2 unless empty since 4, 6 [a] 7, 7 → 5, 8 [b] 9, 9 → 5, 10 → 1'
    ],
    ['(?:)*', {}, '0 → 2, 2 → 3, 2 → 7, 3 → 4, 4 → 6, 5 → 2 unless empty since 4, 6 → 5, 7 → 1'],
    [
      '(?:a?)+',
      loops,
      '0 → 3, 2 → 7, 3 → 4, 3 → 5, 4 → 2, 5 [a] 6, 6 → 4 unless empty since 5, 7 → 8, 7 → 15, 8 → 9, 9 → 11, 10 → 7 unless empty since 9, 11 → 12, 11 → 13, 12 → 10, 13 [a] 14, 14 → 12 unless empty since 13, 15 → 1'
    ],
    [
      '(?:a?){1,2}',
      loops,
      '0 → 3, 2 → 7, 3 → 4, 3 → 5, 4 → 2, 5 [a] 6, 6 → 4 unless empty since 5, 7 → 8 if *|* perhaps, 7 → 15, 8 → 9, 9 → 11, 10 → 7 unless empty since 9, 11 → 12, 11 → 13, 12 → 10, 13 [a] 14, 14 → 12 unless empty since 13, 15 → 1'
    ],
    [
      '(?:a?){2,}',
      loops,
      '0 → 3, 2 → 7, 3 → 4, 3 → 5, 4 → 2, 5 [a] 6, 6 → 4 unless empty since 5, 7 → 8, 7 → 21, 8 → 9, 8 → 15, 9 → 11, 10 → 7 unless empty since 9, 11 → 12, 11 → 13, 12 → 10, 13 [a] 14, 14 → 12 unless empty since 13, 15 → 17, 16 → 7 unless empty since 15, 17 → 18, 17 → 19, 18 → 16, 19 [a] 20, 20 → 18 unless empty since 19, 21 → 1 if *|* perhaps'
    ],
    [
      '(?:a?){2}',
      loops,
      '0 → 3, 2 → 7, 3 → 4, 3 → 5, 4 → 2, 5 [a] 6, 6 → 4 unless empty since 5, 7 → 8 if *|* perhaps, 7 → 21, 8 → 9, 8 → 15, 9 → 11, 10 → 7 unless empty since 9, 11 → 12, 11 → 13, 12 → 10, 13 [a] 14, 14 → 12 unless empty since 13, 15 → 17, 16 → 7 unless empty since 15, 17 → 18, 17 → 19, 18 → 16, 19 [a] 20, 20 → 18 unless empty since 19, 21 → 1 if *|* perhaps'
    ],
    [
      '(?:a|b?)+',
      {},
      '0 → 3, 0 → 5, 2 → 9, 3 [a] 4, 4 → 2, 5 → 6, 5 → 7, 6 → 2, 7 [b] 8, 8 → 6 unless empty since 7, 9 → 10, 9 → 19, 10 → 11, 11 → 13, 11 → 15, 12 → 9 unless empty since 11, 13 [a] 14, 14 → 12, 15 → 16, 15 → 17, 16 → 12, 17 [b] 18, 18 → 16 unless empty since 17, 19 → 1'
    ],
    ['(?:a+)+', {}, '0 → 2, 2 → 4, 3 → 2, 3 → 1, 4 → 6, 5 → 3, 6 [a] 7, 7 → 6, 7 → 5'],
    [
      '(?:a*)+',
      {},
      '0 → 3, 2 → 10, 3 → 5, 4 → 2, 5 → 6, 5 → 9, 6 → 7, 7 [a] 8, 8 → 5 unless empty since 7, 9 → 4, 10 → 11, 10 → 21, 11 → 12, 12 → 14, 13 → 10 unless empty since 12, 14 → 16, 15 → 13, 16 → 17, 16 → 20, 17 → 18, 18 [a] 19, 19 → 16 unless empty since 18, 20 → 15, 21 → 1'
    ],
    [
      '(?:a*b)+',
      {},
      '0 → 2, 2 → 4, 3 → 2, 3 → 1, 4 → 6, 5 [b] 11, 6 → 7, 6 → 10, 7 → 8, 8 [a] 9, 9 → 6 unless empty since 8, 10 → 5, 11 → 3'
    ],
    [
      '(?:\\b)+',
      {},
      '0 → 3, 2 → 5, 3 → 4 if [0]|[:$], 3 → 4 if [:$]|[0], 4 → 2, 5 → 6, 5 → 11, 6 → 7, 7 → 9, 8 → 5 unless empty since 7, 9 → 10 if [0]|[:$], 9 → 10 if [:$]|[0], 10 → 8, 11 → 1'
    ]
  ]
  for (const [source, options, arrows] of rows)
    assert.equal(showGraph(stagesOf(source, options)).join(', '), arrows, source)
})

test('a pattern begins at its start and ends at its end', () => {
  const { start, end, ends, lookarounds } = stagesOf('ab').graph
  assert.deepEqual({ start, end, ends: [...ends], lookarounds }, { start: 0, end: 2, ends: [2], lookarounds: [] })
})

test('a complex lookaround in reading direction is a separate part of the graph', () => {
  const followed = (source: string, options: Partial<GraphOptions> = {}) =>
    stagesOf(source, options).graph.lookarounds.map(({ start, isNegated }) => `${isNegated ? 'not ' : ''}${start}`)
  assert.deepEqual(followed('(?=ab)(?!ab)(?!ac)'), ['2', 'not 2', 'not 9'])
  assert.deepEqual(followed('(?=ab)', { followsLookarounds: false }), [])
  for (const single of ['(?=a)', '(?!a)', '(?=a?)', '(?=a|b)', '(?=$)']) assert.deepEqual(followed(single), [], single)
  assert.deepEqual(followed('(?<=ab)'), [])
  assert.deepEqual(followed('(?<=ab)', { isBackward: true }), ['2'])
  assert.deepEqual(followed('(?=ab)', { isBackward: true }), [])
  for (const plain of [
    '(?=a+b)',
    '(?=^ab)',
    '(?=a\\bb)',
    '(?=(?:a|bc)d)',
    '(?=ab$)',
    '(?=(?:ab){1024}c)',
    '(?=(?:ab){1023,}c)'
  ])
    assert.equal(followed(plain).length, 1, plain)
  for (const open of [
    '(?=(?=ab)a)',
    '(?=a|(?<!ab)cd)',
    '(?=(?:(?!ab)a)+)',
    '(a*)(?=\\1b)',
    '(?=(?:ab){1025}c)',
    '(?=(?:ab){1024,}c)'
  ])
    assert.deepEqual(
      followed(open).filter((_, at) => at > 0),
      [],
      open
    )
  assert.equal(followed('(?=a|(?<!ab)cd)').length, 0)
  assert.equal(followed('(a*)(?=\\1b)').length, 0)
  assert.equal(followed('(?=(?:ab){1025}c)').length, 0)
  assert.equal(followed('(?=(?:ab){1024,}c)').length, 0)
})

test('a lookaround is required by its number, and its body has its own end', () => {
  const stages = stagesOf('a(?=bc)(?!bc)')
  assert.deepEqual([...stages.graph.ends], [4, 8])
  assert.equal(
    showGraph(stages).join(', '),
    '0 [a] 1, 1 → 2 if *|* and 0, 2 → 8 if *|* and 1, 3 → 5, 5 [b] 6, 6 [c] 7, 7 → 4'
  )
})

test('a repetition in a lookaround is copied, and one after it is a loop', () => {
  assert.equal(
    showGraph(stagesOf('(?=(?:ab){2})(?:ab){2}', loops)).join(', '),
    '0 → 1 if *|* and 0, 1 → 15, 2 → 4, 4 → 6, 5 → 10, 6 [a] 7, 7 [b] 8, 8 → 5, 9 → 13, 10 [a] 11, 11 [b] 12, 12 → 9, 13 → 3, 15 → 17, 16 → 15 if *|* perhaps, 16 → 14 if *|* perhaps, 17 [a] 18, 18 [b] 19, 19 → 16'
  )
})

test('a repetition is copied up to 2048 characters or parts without characters', () => {
  const isWrittenOut = (source: string) =>
    stagesOf(source)
      .graph.steps.flat()
      .every(({ condition }) => condition?.isSure !== false)
  for (const source of [
    'a{2048}',
    '(?:ab){1024}',
    '(?:ab){1023,}',
    '(?:a|b){0,1024}',
    '(?:(?:ab){2}){512}',
    '(?:\\b){2048}'
  ])
    assert.equal(isWrittenOut(source), true, source)
  for (const source of [
    'a{2049}',
    '(?:ab){1025}',
    '(?:ab){1024,}',
    '(?:a|b){0,1025}',
    '(?:(?:ab){2}){513}',
    '(?:\\b){2049}',
    '(?:(?=ab)){2049}'
  ])
    assert.equal(isWrittenOut(source), false, source)
})

test('a graph has at most 20000 points', () => {
  const item = partOf('a')
  const build = (count: number) => {
    const pattern: PatternNode = { kind: 'sequence', items: Array.from({ length: count }, () => item) }
    return new PatternGraph(pattern, new Alphabet(item), {
      isBackward: false,
      countedAs: 'copies',
      followsLookarounds: true
    })
  }
  assert.equal(build(19_999).steps.length, 20_000)
  assert.throws(() => build(20_000), TooLarge)
})
