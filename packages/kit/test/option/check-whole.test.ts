import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWhole } from '../../src/option/check-whole.ts'

test('a value that is not a whole number in the range throws with its name and value', () => {
  for (const [value, shown] of [
    [9, '9'],
    [21, '21'],
    [10.5, '10.5'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    ['12', "'12'"],
    [undefined, 'undefined'],
    [Object.create(null), '[Object: null prototype] {}']
  ] as const)
    assert.throws(() => checkWhole('tea()', { first: 12, cups: value }, { from: 10, to: 20 }), {
      name: 'RangeError',
      message: `'cups' of tea() takes a whole number from 10 to 20, not ${shown}.`
    })
  for (const cups of [10, 15, 20]) checkWhole('tea()', { cups }, { from: 10, to: 20 })
  for (const cups of [1, Number.MAX_SAFE_INTEGER]) checkWhole('tea()', { cups })
  for (const cups of [0, 2 ** 53]) assert.throws(() => checkWhole('tea()', { cups }), RangeError)
})
