import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInPointer, pointedAt, stepOf } from '../../src/base/pointer.ts'

for (const [step, name, why] of [
  ['book', 'book', 'is itself'],
  ['~1books~1{id}', '/books/{id}', 'has slashes by ~1'],
  ['a~01', 'a~1', 'has a tilde by ~0, which starts no other escape'],
  ['a%20b', 'a b', 'is percent-encoded'],
  ['a%7E1b', 'a/b', 'is percent-decoded before its tildes are read'],
  ['a%257E1b', 'a%7E1b', 'is percent-decoded once'],
  ['50%~1h', '50%~1h', 'is itself with malformed percent-encoding']
] as const)
  test(`the step ${step} of a pointer ${why}`, () => assert.equal(nameInPointer(step), name))

const document = { 'a b': [{ 'c/d': 1, 'e%20f': 2 }], '': { '': 3 }, text: 'abc' }

for (const [pointer, part] of [
  ['a', undefined],
  ['/constructor', undefined],
  ['/__proto__', undefined],
  ['/a%20b/1/g', undefined],
  ['/a b/length/x', undefined],
  ['/text/0', undefined],
  ['', document],
  ['/a%20b/0/c~1d', 1],
  ['/a b/0/e%20f', 2],
  ['//', 3]
] as const)
  test(`the pointer '${pointer}' resolves to ${JSON.stringify(part)}`, () => {
    assert.equal(pointedAt(document, pointer), part)
  })

test('stepOf escapes a name so that pointedAt finds it', () => {
  for (const name of ['a~1', '/books/{id}', '~0', ''])
    assert.deepEqual([pointedAt({ [name]: 1 }, `/${stepOf(name)}`), stepOf(name).includes('/')], [1, false])
})
