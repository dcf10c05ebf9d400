import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { findDuplicate } from '../../src/schema/duplicate-items.ts'

test('an array has a duplicate exactly if comparing every pair finds one, and the answer is such a pair', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 2, noUnicodeString: true }), { maxLength: 8 }), (items) => {
      const json: unknown[] = JSON.parse(JSON.stringify(items))
      const equal = (a: unknown, b: unknown) => isDeepStrictEqual(a, b)
      const expected = json.some((item, index) => json.slice(0, index).some((earlier) => equal(earlier, item)))
      const found = findDuplicate(json)
      assert.equal(found !== undefined, expected)
      if (found) assert.ok(found[0] > found[1] && equal(json[found[0]], json[found[1]]))
    })
  )
})

test('the order of properties does not matter, their types do', () => {
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
