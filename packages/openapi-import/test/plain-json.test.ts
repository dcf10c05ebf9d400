import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { checkPlain, deepest } from '../src/plain-json.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

for (const [value, sentence] of [
  [{ a: [Number.NaN] }, 'a.yml has at a → 0 the number NaN, which JSON does not have.'],
  [{ a: -Infinity }, 'a.yml has at a the number -Infinity, which JSON does not have.'],
  [{ a: new Date(0) }, 'a.yml has at a a date, which JSON does not have.'],
  [{ a: new Uint8Array(1) }, 'a.yml has at a bytes, which JSON does not have.'],
  [{ a: new Map() }, 'a.yml has at a a value, which JSON does not have.']
] as const)
  test(`a value outside of JSON is refused with its place: ${sentence}`, () => {
    assert.throws(
      () => checkPlain(value, 'a.yml'),
      new ArgumentError(`${sentence} Write a text, in quotes, or another value.`)
    )
  })

test('a document with too many levels is refused', () => {
  checkPlain({ a: nested(deepest - 1) }, 'a.yml')
  assert.throws(
    () => checkPlain({ a: nested(deepest) }, 'a.yml'),
    new ArgumentError(`a.yml has more than ${deepest} levels at a → 0 → 0 → 0 → …. No endpoint can be written from it.`)
  )
})
