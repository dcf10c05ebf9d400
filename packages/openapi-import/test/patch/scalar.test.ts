import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kind, Member } from '../../src/patch/kind.ts'
import { isScalar, wantedOf } from '../../src/patch/scalar.ts'

const one = (kind: Kind, more: Partial<Member> = {}): Member => ({ form: 'one', kind, ...more })

test('texts, flags, addresses and names are scalars, parts and plain JSON are not', () => {
  for (const kind of ['text', 'flag', 'address', 'email', 'name', 'word'] as const) assert.ok(isScalar(one(kind)), kind)
  for (const kind of ['info', 'plain', 'schema'] as const) assert.equal(isScalar(one(kind)), false, kind)
})

for (const [kind, right, wrong, wanted] of [
  ['text', ['', 'a'], [1, null, undefined, {}], 'a string'],
  ['flag', [true, false], ['true', 0], 'true or false'],
  ['address', ['/', '', 'https://example.com/a?b#c', '../a'], ['a b', 'https://[a', 1], 'a URI'],
  ['email', ['a@example.com'], ['a', 'a b@c', 1], 'an email address']
] as const)
  test(`a scalar of the kind '${kind}' is ${wanted}`, () => {
    for (const value of right) assert.equal(wantedOf(one(kind), value), undefined)
    for (const value of wrong) assert.equal(wantedOf(one(kind), value), wanted)
  })

test('a text may be limited to some values', () => {
  const place = one('text', { among: ['query', 'path'] })
  assert.equal(wantedOf(place, 'path'), undefined)
  for (const value of ['body', 1, undefined]) assert.equal(wantedOf(place, value), 'one of query, path')
})
