import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowanceOf, countCall, countWork, type Work } from '../../src/schema/validation-work.ts'

/** Returns the least number of refused units. */
function limitOf(root: unknown, reads: number): number {
  let [granted, refused] = [0, 1e9]
  while (refused - granted > 1) {
    const units = Math.floor((granted + refused) / 2)
    try {
      countWork({}, root, units, reads)
      granted = units
    } catch {
      refused = units
    }
  }
  return refused
}

test('the allowed reads grow with the levels and references of a schema and are at least 64', () => {
  const nested = (depth: number, inner: object): object => (depth === 0 ? inner : { a: nested(depth - 1, inner) })
  assert.deepEqual(allowanceOf([]), { levels: 0, reads: 64 })
  assert.deepEqual(allowanceOf([{ type: 'string' }]), { levels: 1, reads: 64 })
  assert.deepEqual(allowanceOf([true, null, 'text']), { levels: 0, reads: 64 })
  assert.deepEqual(allowanceOf([{ type: ['a'] }, { a: {} }]), { levels: 2, reads: 64 })
  assert.deepEqual(allowanceOf([nested(31, {})]), { levels: 32, reads: 64 })
  assert.deepEqual(allowanceOf([nested(32, {})]), { levels: 33, reads: 66 })
  const references = { items: [{ $ref: '#' }, { $ref: 'a#' }], also: { $ref: '#' } }
  assert.deepEqual(allowanceOf([nested(9, references)]), { levels: 12, reads: 2 * 12 * 4 })
  assert.deepEqual(allowanceOf([nested(9, {}), references, { $ref: 'a#' }]), { levels: 10, reads: 2 * 10 * 5 })
})

test('a repeated or cyclic part of a schema is counted once', () => {
  const reference = { $ref: '#' }
  const own: Record<string, unknown> = { list: Array(50).fill(reference), reference }
  own.self = own
  assert.equal(allowanceOf([own]).reads, 64)
})

test('the limit is 100,000 units, or a number of reads for each piece of data if that is more', () => {
  for (const root of [1, null, 'text', {}, [], [1, 2, 3]]) assert.equal(limitOf(root, 64), 100_001)
  assert.equal(limitOf(Array(1000).fill(0), 200), 1001 * 200 + 1)
  assert.equal(limitOf(Array(100).fill(null), 2000), 101 * 2000 + 1)
  assert.equal(limitOf({ a: 1, b: { c: [2] } }, 1e5), 5e5 + 1)
  assert.equal(limitOf('x'.repeat(160), 1e5), 11e5 + 1)
  assert.equal(limitOf(['x'.repeat(16), { a: 'x'.repeat(8) }], 1e5), 5.5e5 + 1)
  assert.equal(limitOf(JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`), 2000), 2e5 + 1)
})

test('the work of one validation adds up, and too much throws a RangeError', () => {
  const work: Work = {}
  const root = Array(1000).fill(0)
  for (let time = 0; time < 10; time++) countWork(work, root, 20_020, 200)
  assert.equal(work.spent, 200_200)
  assert.equal(work.limit, 200_200)
  assert.throws(() => countWork(work, root, 1, 200), {
    name: 'RangeError',
    message: /costs more than data of this size/
  })
})

test('data are measured once, and only when the granted units are exceeded', () => {
  const work: Work = {}
  countWork(work, [1], 100_000, 64)
  assert.equal(work.limit, undefined)
  const root = Array(1000).fill(0)
  countWork(work, root, 1, 200)
  root.push(...root)
  assert.equal(work.limit, 200_200)
  assert.throws(() => countWork(work, root, 150_000, 200), RangeError)
})

test('a call is weighed by its data after an interval, the first after 31 calls', () => {
  const work: Work = {}
  const data = [[1, 2], { a: [3] }, 'x'.repeat(32)]
  for (let call = 1; call < 32; call++) countCall(work, data, data, 1, 64)
  assert.deepEqual([work.calls, work.weighed, work.spent], [31, 32, undefined])
  countCall(work, data, data, 1, 64)
  // The list, three items, and 32 characters.
  assert.equal(work.spent, 32 * 6)
  assert.equal(work.sizes?.get(data), 6)
  for (const [levels, size] of [
    [2, 9],
    [3, 10],
    [9, 10]
  ] as const) {
    const deeper: Work = { calls: 31 }
    countCall(deeper, data, data, levels, 64)
    assert.equal(deeper.spent, 32 * size)
  }
})

test('calls with values other than objects are counted and not weighed', () => {
  const work: Work = {}
  for (const value of [null, 1, 'text', true, undefined])
    for (let i = 0; i < 20; i++) countCall(work, value, value, 1, 64)
  assert.deepEqual([work.calls, work.weighed, work.spent], [100, 32, undefined])
  countCall(work, {}, {}, 1, 64)
  assert.equal(work.spent, 32)
})

test('the intervals between weighings are random with a mean of about 32', () => {
  const work: Work = {}
  const data = {}
  const distances: number[] = []
  for (let last = 32; distances.length < 400; ) {
    countCall(work, data, data, 1, 64)
    const weighed = work.weighed as number
    if (weighed !== last && work.calls !== undefined && work.calls >= 32) distances.push(weighed - work.calls)
    last = weighed
  }
  const mean = distances.reduce((sum, one) => sum + one, 0) / distances.length
  assert.ok(mean > 24 && mean < 41, `${mean}`)
  assert.ok(Math.min(...distances) >= 1 && Math.max(...distances) <= 64)
  assert.ok(new Set(distances).size > 20)
})

test('the size of an object is measured once per validation', () => {
  const work: Work = { calls: 31 }
  const data: number[] = [1]
  countCall(work, data, data, 1, 64)
  data.push(2, 3)
  work.weighed = 0
  countCall(work, data, data, 1, 64)
  assert.equal(work.spent, 2 * 32 * 2)
})
