import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintOf } from '../../src/schema/fingerprint.ts'
import { withAnyName, withSkippedNames } from '../../src/schema/skipped-name.ts'

const parse = (text: string): object => JSON.parse(text)
const checked = (schema: unknown) => withSkippedNames(schema, fingerprintOf(schema))
const written = (schema: unknown) => withAnyName(schema, fingerprintOf(schema))

test('a property __proto__ is rewritten as a pattern at any depth', () => {
  const schema = parse('{"properties":{"a":true,"__proto__":{"type":"string"}},"required":["a"]}')
  const expected = {
    properties: { a: true },
    required: ['a'],
    patternProperties: { '^__proto__$': { type: 'string' } }
  }
  assert.deepEqual(checked(schema), expected)
  assert.deepEqual(checked({ anyOf: [{ items: schema }] }), { anyOf: [{ items: expected }] })
  const beside = { ...schema, patternProperties: { '^x': true } }
  assert.deepEqual(checked(beside), {
    ...expected,
    patternProperties: { '^x': true, '^__proto__$': { type: 'string' } }
  })
  assert.equal(written(schema), schema)
})

test('a schema without a property __proto__ stays equal', () => {
  for (const schema of [{ properties: { a: true } }, true, null, 'text']) assert.equal(checked(schema), schema)
  for (const text of [
    '{"required":["__proto__"]}',
    '{"properties":["__proto__"]}',
    '{"properties":{"a":{"const":"__proto__"}}}',
    '{"properties":{"__proto__":true},"patternProperties":"^x"}'
  ])
    assert.deepEqual(checked(parse(text)), parse(text))
  const unknown = { properties: { a: Date } }
  assert.equal(checked(unknown), unknown)
})

test('data that resembles a schema stays as it is, and a field named like a keyword is a schema', () => {
  const schema = { patternProperties: { '^.*$': true } }
  for (const keyword of ['const', 'default', 'example']) {
    assert.deepEqual(written({ [keyword]: schema }), { [keyword]: schema })
    assert.deepEqual(written({ properties: { [keyword]: schema } }), {
      properties: { [keyword]: { patternProperties: { '^[^]*$': true } } }
    })
  }
  for (const keyword of ['enum', 'examples'])
    assert.deepEqual(written({ [keyword]: [schema] }), { [keyword]: [schema] })
})

for (const pattern of ['^(.*)$', '^.*$']) {
  test(`patternProperties ${pattern} is rewritten to match any name`, () => {
    const schema = { items: [{ patternProperties: { [pattern]: { type: 'string' }, '^x': true } }] }
    const expected = { items: [{ patternProperties: { '^[^]*$': { type: 'string' }, '^x': true } }] }
    assert.deepEqual(checked(schema), expected)
    assert.deepEqual(written(schema), expected)
    const both = parse(`{"patternProperties":{"${pattern}":true},"properties":{"__proto__":false}}`)
    assert.deepEqual(checked(both), {
      properties: {},
      patternProperties: { '^[^]*$': true, '^__proto__$': false }
    })
    for (const other of [{ patternProperties: pattern }, { pattern }, { const: { [pattern]: 1 } }])
      assert.deepEqual(written(other), other)
  })
}

test('a schema with other patterns is returned as the same object', () => {
  for (const schema of [{ patternProperties: { '^x': true, '.*': true } }, [1], true])
    assert.equal(written(schema), schema)
})
