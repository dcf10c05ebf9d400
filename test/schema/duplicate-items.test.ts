import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { findDuplicate } from '../../src/schema/duplicate-items.ts'

/** Compares every pair of items. */
function findByPairs(items: readonly unknown[]): [number, number] | undefined {
  for (let later = items.length - 1; later > 0; later--) {
    for (let earlier = later - 1; earlier >= 0; earlier--)
      if (isDeepStrictEqual(items[later], items[earlier])) return [later, earlier]
  }
  return undefined
}

const parsed = (items: unknown): unknown[] => JSON.parse(JSON.stringify(items))

test('findDuplicate returns the same pair as a comparison of every pair', () => {
  const json = fc.jsonValue({ maxDepth: 2, noUnicodeString: true })
  fc.assert(
    fc.property(fc.array(json, { maxLength: 8 }), (items) => {
      assert.deepEqual(findDuplicate(parsed(items)), findByPairs(parsed(items)))
    })
  )
})

test('items with a long common prefix are distinguished by their end', () => {
  const long = [
    'x'.repeat(40),
    Array(40).fill(1),
    Object.fromEntries(Array(20).entries()),
    { a: { b: 'y'.repeat(600) } }
  ]
  const end = fc.constantFrom<unknown>(1, '1', [1], { a: 1 }, { a: '1' }, null, true)
  const item = fc.oneof(
    fc.tuple(fc.constantFrom(...long), end),
    fc.record({ a: fc.constantFrom(...long), b: end }),
    fc.record({ b: end, a: fc.constantFrom(...long) }),
    fc.array(fc.tuple(fc.constantFrom(...long), end), { maxLength: 2 }),
    end
  )
  fc.assert(
    fc.property(fc.array(item, { maxLength: 12 }), (items) => {
      assert.deepEqual(findDuplicate(parsed(items)), findByPairs(parsed(items)))
    }),
    { numRuns: 500 }
  )
})

test('the last duplicate is returned with its nearest equal predecessor', () => {
  assert.deepEqual(findDuplicate([1, 1, {}, {}]), [3, 2])
  assert.deepEqual(findDuplicate([{}, {}, 1, 1]), [3, 2])
  assert.deepEqual(findDuplicate([{}, 1, {}, 1, {}]), [4, 2])
  assert.deepEqual(findDuplicate([1, {}, 1, {}, 1]), [4, 2])
  for (const items of [[], [1], [{}], [null], [1, {}]]) assert.equal(findDuplicate(items), undefined)
})

test('the names of an object with more than a thousand properties are counted once per object', () => {
  const large = (names: number) => Object.fromEntries(Array.from({ length: names }, (_, at) => [`n${at}`, 0]))
  const countOf = (items: readonly unknown[]) => {
    const counted: number[] = []
    findDuplicate(items, (names) => counted.push(names))
    return counted
  }
  assert.deepEqual(countOf([large(1001), large(1001), large(1000), [large(2000)]]), [1001, 1001, 2000])
  assert.deepEqual(countOf([large(1000), large(1000)]), [])
  const twice = large(1001)
  assert.deepEqual(countOf([[twice], [twice]]), [1001])
})

test('items are compared regardless of the order of properties, but by type', () => {
  assert.deepEqual(
    findDuplicate([
      { a: 1, b: 2 },
      { b: 2, a: 1 }
    ]),
    [1, 0]
  )
  assert.equal(findDuplicate([{ a: 1 }, { a: '1' }, { a: [1] }, { a: null }, { a: 'null' }, {}]), undefined)
  assert.deepEqual(findDuplicate([0, -0]), [1, 0])
})
