import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FieldCache, toHead } from '../../src/adapter/field-cache.ts'
import { checkName, checkValue } from '../../src/http/field.ts'

const name = fc.oneof(
  fc.constantFrom('a', 'A', 'b', '__proto__', 'constructor', 'x y', ''),
  fc.string({ maxLength: 3 })
)
const value = fc.oneof(
  fc.constantFrom('', 'a', 'b', ' a ', 'é', '\u{1f600}', 'a\r\nb'),
  fc.integer(),
  fc.string({ maxLength: 2000 })
)

function attempt<Result>(run: () => Result): Result | string {
  try {
    return run()
  } catch (error) {
    return `refused: ${(error as NodeJS.ErrnoException).code}`
  }
}

test('a field is sent or refused in the same way whatever fields came before', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 30 }), (fields) => {
      const cache = new FieldCache()
      for (const [name, value] of fields) {
        const expected = attempt(() => {
          checkName(name)
          return `${name}: ${checkValue(name, value)}\r\n`
        })
        const actual = attempt(() => cache.find(name, value)?.line ?? `${name}: ${cache.check(name, value)}\r\n`)
        assert.equal(actual, expected)
        assert.equal(cache.find(name, value)?.key ?? name.toLowerCase(), name.toLowerCase())
      }
    })
  )
})

test('a valid text is found until the name gets another value', () => {
  const cache = new FieldCache()
  cache.check('X-A', 'one')
  assert.equal(cache.find('X-A', 'one')?.key, 'x-a')
  assert.equal(cache.find('x-a', 'one'), undefined)
  cache.check('X-A', 'two')
  assert.equal(cache.find('X-A', 'one'), undefined)
  assert.equal(cache.find('X-A', 'two')?.line, 'X-A: two\r\n')
})

for (const [title, value] of Object.entries({
  'a number': 7,
  'a value with blanks': ' a',
  'a long value': 'a'.repeat(1025)
}))
  test(`${title} is not kept`, () => {
    const cache = new FieldCache()
    cache.check('x-a', value)
    assert.equal(cache.find('x-a', value), undefined)
  })

test('each value of a list is checked every time', () => {
  const cache = new FieldCache()
  const cookies = ['a=1', ' b=2 ']
  assert.deepEqual(cache.check('set-cookie', cookies), ['a=1', 'b=2'])
  cookies[0] = 'a\nb'
  assert.throws(() => cache.check('set-cookie', cookies), { code: 'ERR_INVALID_CHAR' })
})

test('the head of a message has the values as they are sent', () => {
  const list = ['x', 'y ']
  assert.deepEqual(
    { ...toHead({ 'X-A': 'one', 'x-b': ' two', 'x-c': 3, 'x-d': list }) },
    { 'X-A': 'one', 'x-b': 'two', 'x-c': '3', 'x-d': ['x', 'y'] }
  )
  assert.throws(() => toHead({ 'x a': 'one' }), { code: 'ERR_INVALID_HTTP_TOKEN' })
})

test('an invalid value is not kept, and neither is an invalid name', () => {
  const cache = new FieldCache()
  assert.throws(() => cache.check('x-a', 'a\nb'), { code: 'ERR_INVALID_CHAR' })
  assert.throws(() => cache.check('x a', 'a'), { code: 'ERR_INVALID_HTTP_TOKEN' })
  assert.deepEqual([cache.find('x-a', 'a\nb'), cache.find('x a', 'a')], [undefined, undefined])
})

test('names beyond the limit are not kept', () => {
  const cache = new FieldCache()
  for (let number = 0; number < 300; number++) cache.check(`x-${number}`, 'a')
  assert.equal(cache.find('x-199', 'a')?.line, 'x-199: a\r\n')
  assert.equal(cache.find('x-200', 'a'), undefined)
})
