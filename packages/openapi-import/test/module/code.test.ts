import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { json } from '../../../../test/hostile-text.ts'
import { call, list, literal, object, print, quote } from '../../src/module/code.ts'
import { evaluateExpression } from './evaluate.ts'

const long = 'x'.repeat(60)

test('short code is on one line, and long code has one item per line', () => {
  assert.equal(
    print(
      object([
        ['a', '1'],
        ['b', list(['1', '2'])]
      ])
    ),
    '{ a: 1, b: [1, 2] }'
  )
  assert.equal(print(object([])), '{}')
  assert.equal(print(list([`'${long}'`, `'${long}'`])), `[\n  '${long}',\n  '${long}'\n]`)
})

test('a call keeps the braces of its last argument on its line', () => {
  const options = object([
    ['a', `'${long}'`],
    ['b', `'${long}'`]
  ])
  const lines = `a: '${long}',\n  b: '${long}'\n`
  assert.equal(print(call('f', options)), `f({\n  ${lines}})`)
  assert.equal(print(call('f', list(['1']), options)), `f([1], {\n  ${lines}})`)
  assert.equal(print(call('f', object([['c', '1']]), options)).split('\n')[1], '  { c: 1 },')
})

test('a text too long for its line is below its key', () => {
  assert.equal(print(object([['a', `'${long}${long}'`]])), `{\n  a:\n    '${long}${long}'\n}`)
})

test('a member with the name of its value uses the shorthand', () => {
  assert.equal(
    print(
      object([
        ['a', 'a'],
        ['b-c', 'b'],
        ['404', 'x'],
        ['01', 'y']
      ])
    ),
    "{ a, 'b-c': b, 404: x, '01': y }"
  )
})

for (const text of [
  'a',
  "it's",
  'say "it"',
  `both ' and "`,
  'two\nlines',
  'a\\b',
  ['`$', '{a}`\n'].join(''),
  '\u2028',
  '\r\n',
  '😀\n',
  '</script>',
  "\\'"
])
  test(`the text ${JSON.stringify(text)} survives a round trip`, () => {
    assert.equal(evaluateExpression(quote(text)), text)
    assert.deepEqual(evaluateExpression(print(literal({ [text]: text }))), { [text]: text })
  })

test('JSON values are written as literals', () => {
  const value = { a: [1, null, true, { b: 'c' }], d: -1.5 }
  assert.deepEqual(evaluateExpression(print(literal(value))), value)
})

test('a JSON value survives a round trip in every layout', () => {
  const property = fc.property(json, fc.nat({ max: 130 }), (inner, length) => {
    const value = [
      inner,
      { [typeof inner === 'object' ? 'a' : String(inner)]: inner, long: '-'.repeat(length) },
      JSON.stringify(inner)
    ]
    const source = print(literal(value))
    const read = new Function(`return ${source}`)()
    assert.equal(JSON.stringify(read), JSON.stringify(value))
    assert.deepEqual(read, value)
  })
  fc.assert(property, budget(3000))
})

for (const key of [`a': "`, `"': '"`])
  test(`the key ${key} is kept above a long text`, () => {
    const value = { [key]: '-'.repeat(130) }
    assert.deepEqual(evaluateExpression(print(literal(value))), value)
  })
