import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CodePoints,
  complementOf,
  decimalDigits,
  lastCodePoint,
  lineTerminators,
  matchedBy,
  unionOf,
  whiteSpace,
  wordCharacters
} from '../src/code-points.ts'

test('the named sets equal those of the engine', () => {
  const named: readonly (readonly [source: string, set: CodePoints])[] = [
    ['\\d', decimalDigits],
    ['\\w', wordCharacters],
    ['\\s', whiteSpace],
    ['.', complementOf(lineTerminators)]
  ]
  for (const [source, set] of named) assert.deepEqual(matchedBy(source, 'u'), set, source)
})

test('a union is sorted, and its ranges neither overlap nor touch', () => {
  assert.deepEqual(unionOf([]), [])
  assert.deepEqual(unionOf([[[5, 6]], [[1, 2]]]), [
    [1, 2],
    [5, 6]
  ])
  assert.deepEqual(unionOf([[[1, 2]], [[3, 4]]]), [[1, 4]])
  assert.deepEqual(unionOf([[[1, 2]], [[4, 5]]]), [
    [1, 2],
    [4, 5]
  ])
  assert.deepEqual(unionOf([[[1, 9]], [[2, 3]]]), [[1, 9]])
  assert.deepEqual(unionOf([[[1, 3]], [[3, 9]], [[2, 2]]]), [[1, 9]])
})

test('a union does not modify its operands', () => {
  const set: CodePoints = [[1, 2]]
  unionOf([set, [[3, 4]]])
  assert.deepEqual(set, [[1, 2]])
})

test('a complement consists of the ranges before, between and after', () => {
  assert.deepEqual(complementOf([]), [[0, lastCodePoint]])
  assert.deepEqual(complementOf([[0, lastCodePoint]]), [])
  assert.deepEqual(complementOf([[0, 4]]), [[5, lastCodePoint]])
  assert.deepEqual(complementOf([[1, lastCodePoint]]), [[0, 0]])
  assert.deepEqual(complementOf([[0, lastCodePoint - 1]]), [[lastCodePoint, lastCodePoint]])
  assert.deepEqual(
    complementOf([
      [2, 3],
      [5, 6]
    ]),
    [
      [0, 1],
      [4, 4],
      [7, lastCodePoint]
    ]
  )
})

test('matchedBy tests each character, and one of each unassigned or private range', () => {
  const rows: readonly (readonly [source: string, set: CodePoints])[] = [
    ['[\\u{3ff}-\\u{400}]', [[0x3ff, 0x400]]],
    [
      '[\\u{ffff}-\\u{10000}\\u{1f600}\\u{1f602}]',
      [
        [0xffff, 0x10000],
        [0x1f600, 0x1f600],
        [0x1f602, 0x1f602]
      ]
    ],
    [
      '[\\u{3ffff}\\u{e0000}-\\u{e01ef}]',
      [
        [0x3ffff, 0x3ffff],
        [0xe0000, 0xe01ef]
      ]
    ],
    ['[\\u{40000}-\\u{dffff}]', [[0x40000, 0xdffff]]],
    [
      '\\p{Private_Use}',
      [
        [0xe000, 0xf8ff],
        [0xf0000, lastCodePoint]
      ]
    ]
  ]
  for (const [source, set] of rows) assert.deepEqual(matchedBy(source, 'u'), set, source)
})

test('without the flag u the Kelvin sign is no letter k in another case', () => {
  assert.deepEqual(matchedBy('[k]', 'i'), [
    [0x4b, 0x4b],
    [0x6b, 0x6b]
  ])
})
