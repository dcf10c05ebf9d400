import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyMergePatch, createMergePatch } from '../src/json-merge-patch.ts'

for (const [what, wanted, given, patch] of [
  ['the same', { a: { b: [1] } }, { a: { b: [1] } }, undefined],
  ['the same in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
  ['a member more', { a: 1, b: { c: 2 } }, { a: 1 }, { b: { c: 2 } }],
  ['a member less', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, { a: { c: undefined } }],
  ['null, which is a value', { a: null }, { a: 1 }, { a: null }],
  ['an item that changed', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, { a: { 1: { b: 2 } } }],
  ['a longer list', { a: [1, 2] }, { a: [1] }, { a: [1, 2] }],
  ['a reference, which is replaced', { a: { $ref: 'b' } }, { a: { c: 1 } }, { a: { $ref: 'b' } }],
  ['what was a reference', { a: { c: 1 } }, { a: { $ref: 'b', d: 2 } }, { a: { c: 1 } }],
  ['another kind of value', { a: [1] }, { a: { b: 1 } }, { a: [1] }]
] as const)
  test(`${what}: the merge patch turns one into the other`, () => {
    assert.deepEqual(createMergePatch(wanted, given)?.patch, patch)
    assert.deepEqual(applyMergePatch(patch ?? {}, given), wanted)
  })

test('an index that a list does not have changes nothing, and a removed item is gone', () => {
  assert.deepEqual(applyMergePatch({ a: { 0: undefined, 1: 'x', 7: 'y' } }, { a: [1, 2, 3] }), { a: ['x', 3] })
})

test('a patch of nothing has no marks of removal, however deep', () => {
  assert.deepEqual(Object.keys(Object(applyMergePatch({ a: { b: undefined, c: 1 } }, {})).a), ['c'])
})

test('what is laid over stays as it was', () => {
  const given = { a: { b: 1 } }
  applyMergePatch({ a: { b: 2, c: undefined } }, given)
  assert.deepEqual(given, { a: { b: 1 } })
})
