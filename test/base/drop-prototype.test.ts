import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropPrototype } from '../../src/base/drop-prototype.ts'

test('instances inherit no property, and can have one of any name', () => {
  class Names {
    [name: string]: unknown
  }
  dropPrototype(Names)
  const names = new Names()
  assert.deepEqual(
    ['constructor', 'toString', '__proto__'].filter((name) => name in names),
    []
  )
  names.__proto__ = 'own'
  assert.deepEqual(Object.entries(names), [['__proto__', 'own']])
})
