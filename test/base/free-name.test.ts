import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeName } from '../../src/base/free-name.ts'

for (const [taken, name] of [
  [[], 'book'],
  [['books'], 'book'],
  [['book'], 'book2'],
  [['book', 'book2', 'book4'], 'book3']
] as const)
  test(`book is called ${name} beside ${taken.join(', ') || 'nobody'}`, () => {
    assert.equal(
      freeName('book', (one) => taken.some((other) => other === one)),
      name
    )
  })
