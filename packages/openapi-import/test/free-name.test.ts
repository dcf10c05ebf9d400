import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FreeNames, freeName } from '../src/free-name.ts'

for (const [taken, name] of [
  [[], 'book'],
  [['books'], 'book'],
  [['book'], 'book2'],
  [['book', 'book2', 'book4'], 'book3']
] as const)
  test(`the free name for book is ${name} beside ${taken.join(', ') || 'no other name'}`, () => {
    assert.equal(
      freeName('book', (one) => taken.some((other) => other === one)),
      name
    )
  })

test('names taken in sequence are unique, also for many equal requests', () => {
  const names = new FreeNames(['book', 'book3'])
  assert.deepEqual(
    ['book', 'book', 'book4', 'book'].map((wanted) => names.take(wanted)),
    ['book2', 'book4', 'book42', 'book5']
  )
  const many = Array.from({ length: 100_000 }, () => names.take('a'))
  assert.equal(new Set(many).size, many.length)
})
