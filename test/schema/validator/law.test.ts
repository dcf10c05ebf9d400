/** The rules that the validator adds to Ajv: finite numbers, own properties, and limited cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isError } from '../../../src/error/error.ts'
import type { ValidatorOptions } from '../../../src/schema/validator.ts'
import { compile, messageOf, prop } from '../compiling.ts'

for (const value of ['Infinity', '-Infinity', '1e999', '-1e999']) {
  for (const type of ['number', 'integer', ['integer', 'null']]) {
    test(`"${value}" is refused as ${type}`, () => {
      assert.equal(messageOf(compile(prop({ type })), { a: value }), `/a must be ${type}`)
    })
  }
}

test('infinite numbers are refused at the root, in arrays, from JSON, and by bounds without a type', () => {
  assert.equal(messageOf(compile({ type: 'number' }), 'Infinity'), 'must be number')
  assert.equal(
    messageOf(compile(prop({ type: 'array', items: { type: 'number' } })), { a: '1e999' }),
    '/a/0 must be number'
  )
  assert.equal(messageOf(compile(prop({ type: 'number' })), JSON.parse('{"a":1e999}')), '/a must be number')
  assert.equal(messageOf(compile(prop({ maximum: 5 })), JSON.parse('{"a":1e999}')), '/a must be <= 5')
})

test('a refused infinite number is reported as a type error', () => {
  const validate = compile(prop({ type: 'integer' }))
  validate({ a: '1e999' })
  assert.deepEqual(validate.errors, [
    {
      instancePath: '/a',
      schemaPath: '#/properties/a/type',
      keyword: 'type',
      params: { type: 'integer' },
      message: 'must be integer'
    }
  ])
})

for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__']) {
  test(`a required "${name}" is not satisfied by the prototype`, () => {
    const validate = compile({ type: 'object', required: [name] })
    assert.equal(messageOf(validate, {}), `must have required property '${name}'`)
    assert.equal(messageOf(validate, JSON.parse(`{"${name}": 1}`)), undefined)
  })
}

test('a property named like a prototype member is validated only if it is an own property', () => {
  const validate = compile({ type: 'object', properties: { constructor: { type: 'integer' } } })
  assert.equal(messageOf(validate, {}), undefined)
  assert.equal(messageOf(validate, { constructor: 'x' }), '/constructor must be integer')
})

test('isGuarded: false lets infinite numbers and inherited names pass', () => {
  const options: ValidatorOptions = { isGuarded: false }
  assert.equal(messageOf(compile(prop({ type: 'number' }), options), { a: 'Infinity' }), undefined)
  assert.equal(messageOf(compile({ type: 'object', required: ['constructor'] }, options), {}), undefined)
})

test('duplicate items of any type are found and reported like Ajv does', () => {
  const validate = compile({ type: 'array', uniqueItems: true })
  assert.equal(messageOf(validate, [1, '1', true, 'true', null, 'null', { a: 1 }, [1], '{"a":1}', {}]), undefined)
  assert.equal(
    messageOf(validate, [{ a: 1, b: [2] }, 3, { b: [2], a: 1 }]),
    'must NOT have duplicate items (items ## 0 and 2 are identical)'
  )
  assert.deepEqual((validate.errors as { params: object }[])[0]?.params, { i: 2, j: 0 })
  assert.equal(messageOf(compile({ type: 'array', uniqueItems: false }), [1, 1]), undefined)
})

test('uniqueItems over many objects takes linear time', () => {
  const validate = compile({ type: 'array', uniqueItems: true })
  const items = Array.from({ length: 100_000 }, (_, index) => ({ index, text: 'x'.repeat(10) }))
  // Comparing every pair would take 5e9 deep comparisons: minutes.
  assert.equal(validate(items), true)
})

test('names that could break out of generated code are treated as names', () => {
  const names = ['a"b', "a'b", 'a\nb', 'a\\', '`$', 'a/b~c', '\u2028', '*/ throw 1 /*', '1', 'a.b', '😀']
  for (const name of names) {
    const $id = `http://example.com/${encodeURIComponent(name)}`
    const shared = { $id, type: 'object', required: [name], properties: { [name]: { type: 'integer' } } }
    const validate = compile(prop({ $ref: `${$id}#` }), {}, [shared])
    assert.equal(messageOf(validate, { a: { [name]: 1 } }), undefined, name)
    assert.equal(messageOf(validate, { a: {} }), `/a must have required property '${name}'`)
    assert.match(messageOf(validate, { a: { [name]: 'x' } }) ?? '', / must be integer$/)
  }
})

test('a shared schema that requires an inherited name checks own properties wherever it is used', () => {
  const shared = { $id: 'shared', type: 'object', required: ['valueOf'] }
  assert.equal(
    messageOf(compile(prop({ $ref: 'shared#' }), {}, [shared]), { a: {} }),
    "/a must have required property 'valueOf'"
  )
})

test('a pattern that can take exponential time is refused with its route and pattern', () => {
  for (const schema of [
    { type: 'string', pattern: '^(a+)+$' },
    { type: 'object', patternProperties: { '^(a+)+$': { type: 'integer' } } }
  ]) {
    assert.throws(
      () => compile(schema),
      (error: Error) =>
        isError(error, 'ESP_ERR_SCH_UNSAFE') && /POST: \/ contains the pattern "\^\(a\+\)\+\$"/.test(error.message)
    )
    assert.doesNotThrow(() => compile(schema, { isGuarded: false }))
  }
})

test('the format url takes linear time', () => {
  const validate = compile({ type: 'string', format: 'url' })
  assert.equal(messageOf(validate, 'https://user:pa:ss@example.com:8080/a?b#c'), undefined)
  assert.equal(messageOf(validate, 'https://user@example.com'), undefined)
  assert.notEqual(messageOf(validate, 'https://exa mple.com'), undefined)
  // The format of ajv-formats takes half a second for a twentieth of this length, and quadratic time.
  assert.notEqual(messageOf(validate, `https://${'::'.repeat(200_000)}`), undefined)
})
