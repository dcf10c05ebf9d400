import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LineCache } from '../../src/adapter/line-cache.ts'

const plain = (name: string, value: unknown) => `${name}: ${value}\r\n`

test('the line of a field does not depend on earlier fields', () => {
  const values = fc.oneof(fc.constantFrom('', 'a', 'b', 'é', '\u{1f600}'), fc.integer(), fc.string({ maxLength: 2000 }))
  const fields = fc.array(fc.tuple(fc.constantFrom('a', 'A', 'b', '__proto__'), values), { maxLength: 20 })
  fc.assert(
    fc.property(fields, (list) => {
      const cache = new LineCache((_name, value) => String(value))
      for (const [name, value] of list) assert.equal(cache.lineOf(name, value), plain(name, value))
    })
  )
})

test('an invalid field throws each time, even right after it was refused', () => {
  const cache = new LineCache((_name, value) => {
    if (value === 'bad') throw new TypeError('bad')
    return String(value)
  })
  for (const value of ['bad', 'bad', 'good', 'good', 'bad']) {
    if (value === 'bad') assert.throws(() => cache.lineOf('x', value), TypeError)
    else assert.equal(cache.lineOf('x', value), plain('x', value))
  }
})

test('a repeated value is converted once, except for names beyond the limit', () => {
  const converted: string[] = []
  const cache = new LineCache((name, value) => {
    converted.push(name)
    return String(value)
  })
  for (let number = 0; number < 300; number++) cache.lineOf(`x-${number}`, 'a')
  converted.length = 0
  for (const name of ['x-0', 'x-0', 'x-0', 'x-299', 'x-299', 'x-299']) cache.lineOf(name, 'a')
  assert.deepEqual(converted, ['x-0', 'x-299', 'x-299', 'x-299'])
})
