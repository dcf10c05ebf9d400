import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInPointer } from '../src/pointer.ts'

for (const [step, name, why] of [
  ['book', 'book', 'is unchanged'],
  ['~1books~1{id}', '/books/{id}', 'has slashes for ~1'],
  ['a~01', 'a~1', 'has a plain tilde for ~0'],
  ['a%20b', 'a b', 'is percent-decoded'],
  ['a%7E1b', 'a/b', 'is percent-decoded before its tildes'],
  ['a%257E1b', 'a%7E1b', 'is percent-decoded once'],
  ['50%~1h', '50%~1h', 'is unchanged if it is wrongly encoded']
] as const)
  test(`the step ${step} of a pointer ${why}`, () => assert.equal(nameInPointer(step), name))
