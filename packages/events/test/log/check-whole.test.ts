import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkWhole } from '../../src/log/check-whole.ts'

test('a whole number within the range is accepted, and another value throws with its name', () => {
  const values = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.double(), fc.constantFrom(2 ** 53, Number.NaN))
  fc.assert(
    fc.property(values, (value) => {
      const check = () => checkWhole('make()', { size: value }, { from: 0, to: 9 })
      if (Number.isInteger(value) && value >= 0 && value <= 9) check()
      else
        assert.throws(check, {
          name: 'RangeError',
          message: `'size' of make() takes a whole number from 0 to 9, not ${value}.`
        })
    })
  )
  assert.throws(() => checkWhole('make()', { size: 0 }), /takes a whole number from 1, not 0\./)
  assert.throws(() => checkWhole('make()', { size: 2 ** 53 }), RangeError)
})
