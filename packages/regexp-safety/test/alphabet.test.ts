import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Alphabet, splitBy } from '../src/alphabet.ts'
import type { CodePoints } from '../src/code-points.ts'
import { type PatternNode, TooLarge } from '../src/node.ts'
import { partOf } from './shown.ts'

const character = (set: CodePoints): PatternNode => ({ kind: 'character', set })
const sequence = (...items: PatternNode[]): PatternNode => ({ kind: 'sequence', items })

test('characters that no set distinguishes share a symbol, and one symbol is the edge', () => {
  const low = character([[0x61, 0x63]])
  const high = character([[0x62, 0x64]])
  const alphabet = new Alphabet(sequence(low, high))
  assert.deepEqual(alphabet.samples, ['e', 'a', 'b', 'd'])
  assert.equal(alphabet.edge, 0b10000n)
  assert.equal(alphabet.all, 0b11111n)
  const maskOf = (node: PatternNode) => (node.kind === 'character' ? alphabet.maskOf(node.set) : undefined)
  assert.equal(maskOf(low), 0b0110n)
  assert.equal(maskOf(high), 0b1100n)
})

test('equal sets have one mask at every place', () => {
  const one: CodePoints = [[0x61, 0x61]]
  const other: CodePoints = [[0x61, 0x61]]
  const alphabet = new Alphabet(sequence(character(one), character(other)))
  assert.deepEqual(alphabet.samples, ['b', 'a'])
  assert.equal(alphabet.maskOf(one), 0b10n)
  assert.equal(alphabet.maskOf(other), 0b10n)
})

test('sets of all parts of a pattern are in the alphabet', () => {
  const samplesOf = (source: string, flags = 'u') => new Alphabet(partOf(source, flags)).samples.join('')
  assert.equal(samplesOf('a'), 'ba')
  assert.equal(samplesOf('ab|(?:c*)'), 'dabc')
  assert.equal(samplesOf('(?=a)(?<!b)'), 'cab')
  assert.equal(samplesOf('\\b'), ':0')
  assert.equal(samplesOf('$', 'um'), '\0\n')
  assert.equal(samplesOf('^'), '\0')
  assert.deepEqual(new Alphabet({ kind: 'unsure' }).samples, ['\0'])
})

test('the sample of a symbol is a readable character at the border of a set if there is one', () => {
  const samplesOf = (...sets: CodePoints[]) => new Alphabet(sequence(...sets.map(character))).samples
  assert.deepEqual(samplesOf([[0x20, 0x7e]]), ['\0', ' '])
  assert.deepEqual(samplesOf([[0x00, 0x20]]), ['\0', '!'])
  assert.deepEqual(
    samplesOf([
      [0x00, 0x10],
      [0x21, 0x21]
    ]),
    ['!', '"']
  )
  assert.deepEqual(
    samplesOf([
      [0x00, 0x10],
      [0x7e, 0x7e],
      [0x80, 0x80]
    ]),
    ['~', '\x11']
  )
  assert.deepEqual(
    samplesOf([
      [0x00, 0x10],
      [0x7f, 0x7f]
    ]),
    ['\0', '\x11']
  )
  assert.deepEqual(
    samplesOf([
      [0x61, 0x61],
      [0x63, 0x63]
    ]),
    ['b', 'a']
  )
  assert.deepEqual(
    samplesOf([
      [0x00, 0x10],
      [0x20, 0x20]
    ]),
    ['\0', '!']
  )
  assert.deepEqual(samplesOf([[0, 0x10ffff]]), ['\0'])
  assert.deepEqual(samplesOf([[0x10ffff, 0x10ffff]]), ['\0', '\u{10ffff}'])
})

test('the sample of a mask is that of its first symbol', () => {
  const alphabet = new Alphabet(partOf('[ab]b'))
  assert.deepEqual(alphabet.samples, ['c', 'a', 'b'])
  assert.equal(alphabet.sampleOf(0b110n), 'a')
  assert.equal(alphabet.sampleOf(0b100n), 'b')
  assert.equal(alphabet.sampleOf(0b111n), 'c')
  assert.equal(alphabet.sampleOf(alphabet.edge), '')
})

test('a pattern has at most 500 different sets', () => {
  const sets = (count: number) =>
    sequence(...Array.from({ length: 2 * count }, (_, index) => character([[index % count, index % count]])))
  assert.equal(new Alphabet(sets(500)).samples.length, 501)
  assert.throws(() => new Alphabet(sets(501)), TooLarge)
})

test('symbols are split into classes that no mask distinguishes', () => {
  assert.deepEqual(splitBy(0n, [0b11n]), [])
  assert.deepEqual(splitBy(0b111n, []), [0b111n])
  assert.deepEqual(splitBy(0b111n, [0b001n]), [0b001n, 0b110n])
  assert.deepEqual(splitBy(0b111n, [0b1000n]), [0b111n])
  assert.deepEqual(splitBy(0b1111n, [0b0011n, 0b0101n]), [0b0001n, 0b0010n, 0b0100n, 0b1000n])
})
