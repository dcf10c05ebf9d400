import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInPointer } from '../src/pointer.ts'

for (const [step, name, why] of [
  ['book', 'book', 'is itself'],
  ['~1books~1{id}', '/books/{id}', 'has slashes by ~1'],
  ['a~01', 'a~1', 'has a tilde by ~0, which begins nothing'],
  ['a%20b', 'a b', 'is percent-encoded'],
  ['a%7E1b', 'a/b', 'is percent-decoded before its tildes are read'],
  ['a%257E1b', 'a%7E1b', 'is percent-decoded once'],
  ['50%~1h', '50%~1h', 'is itself where it is wrongly encoded']
] as const)
  test(`the step ${step} of a pointer ${why}`, () => assert.equal(nameInPointer(step), name))
