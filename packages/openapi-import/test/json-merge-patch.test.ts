import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyMergePatch, createMergePatch } from '../src/json-merge-patch.ts'

for (const [what, wanted, given, patch] of [
  ['the same', { a: { b: [1] } }, { a: { b: [1] } }, undefined],
  ['the same in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
  ['an added member', { a: 1, b: { c: 2 } }, { a: 1 }, { b: { c: 2 } }],
  ['a removed member', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, { a: { c: undefined } }],
  ['null as a value', { a: null }, { a: 1 }, { a: null }],
  ['a changed item', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, { a: { 1: { b: 2 } } }],
  ['a longer list', { a: [1, 2] }, { a: [1] }, { a: [1, 2] }],
  ['a new reference', { a: { $ref: 'b' } }, { a: { c: 1 } }, { a: { $ref: 'b' } }],
  ['a former reference', { a: { c: 1 } }, { a: { $ref: 'b', d: 2 } }, { a: { c: 1 } }],
  ['a value of another type', { a: [1] }, { a: { b: 1 } }, { a: [1] }]
] as const)
  test(`${what}: the merge patch transforms the given value into the wanted one`, () => {
    assert.deepEqual(createMergePatch(wanted, given)?.patch, patch)
    assert.deepEqual(applyMergePatch(patch ?? {}, given), wanted)
  })

test('an index beyond a list is ignored, and a removed item is gone', () => {
  assert.deepEqual(applyMergePatch({ a: { 0: undefined, 1: 'x', 7: 'y' } }, { a: [1, 2, 3] }), { a: ['x', 3] })
})

test('a patch on an empty object leaves no removed members at any depth', () => {
  assert.deepEqual(Object.keys(Object(applyMergePatch({ a: { b: undefined, c: 1 } }, {})).a), ['c'])
})

test('applying a patch does not modify the given value', () => {
  const given = { a: { b: 1 } }
  applyMergePatch({ a: { b: 2, c: undefined } }, given)
  assert.deepEqual(given, { a: { b: 1 } })
})
