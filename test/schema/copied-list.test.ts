import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Copy, withCopies } from '../../src/schema/copied-list.ts'

/** Records whether a copy or `stringify` wrote the text. */
function watch(copy: Copy, lists: readonly string[] | null = null) {
  let made = 0
  let copied = 0
  const write = withCopies(
    () => 'otherwise',
    () => {
      made++
      return (value) => {
        copied++
        return copy(value)
      }
    },
    lists
  )
  return { write, made: () => made, copied: () => copied }
}

const long = [1, 2, 3, 4]

test('the copy function is created once, at the first long list', () => {
  const { write, made } = watch(() => ['a copy'])
  assert.equal(write([1, 2, 3]), 'otherwise')
  assert.equal(made(), 0)
  assert.equal(write(long), '["a copy"]')
  assert.equal(write(long), '["a copy"]')
  assert.equal(made(), 1)
})

test('after ten lists that do not match, lists are no longer copied', () => {
  let fits = false
  const { write, copied } = watch(() => (fits ? ['a copy'] : undefined))
  for (let time = 1; time < 10; time++) assert.equal(write(long), 'otherwise')
  fits = true
  assert.equal(write(long), '["a copy"]')
  assert.equal(write(long), '["a copy"]')
  fits = false
  assert.equal(write(long), 'otherwise')
  const before = copied()
  fits = true
  for (let time = 0; time < 3; time++) assert.equal(write(long), 'otherwise')
  assert.equal(copied(), before)
})

test('short lists do not count as lists that do not match', () => {
  const { write } = watch(() => ['a copy'])
  for (let time = 0; time < 20; time++) assert.equal(write([1]), 'otherwise')
  assert.equal(write(long), '["a copy"]')
})

test('an envelope is copied if one of its lists is long', () => {
  const { write } = watch(() => ({ a: 'copy' }), ['items', 'more'])
  const copied = '{"a":"copy"}'
  for (const [data, expected] of [
    [{ items: long }, copied],
    [{ items: [1, 2, 3], more: long }, copied],
    [{ items: [1, 2, 3], more: [1] }, 'otherwise'],
    [{ items: 'a long text', more: null }, 'otherwise'],
    [{ items: { length: 9 } }, 'otherwise'],
    [{ others: long }, 'otherwise'],
    [long, 'otherwise'],
    [null, 'otherwise'],
    [undefined, 'otherwise'],
    ['text', 'otherwise']
  ] as const) {
    assert.equal(write(data), expected, JSON.stringify(data))
  }
  assert.equal(watch(() => ({}), null).write({ items: long, length: 9 }), 'otherwise')
})

for (const { prototype, name } of [Array, String, Number, Boolean, Object]) {
  test(`lists are not copied while ${name} has a toJSON method`, () => {
    const { write } = watch(() => ['a copy'])
    Object.assign(prototype, { toJSON: () => 'changed' })
    try {
      assert.equal(write(long), 'otherwise')
    } finally {
      delete (prototype as { toJSON?: unknown }).toJSON
    }
    assert.equal(write(long), '["a copy"]')
  })
}
