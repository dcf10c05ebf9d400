import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import fluent from 'fluent-json-schema'
import Joi from 'joi'
import * as yup from 'yup'
import * as z from 'zod'
import { expandShorthand } from '../../src/schema/shorthand.ts'

const S = fluent.default
const string = { type: 'string' }

function assertComplete(schema: unknown) {
  assert.equal(expandShorthand(schema), schema)
}

test('fields at the top level become the properties of an object', () => {
  assert.deepEqual(expandShorthand({ name: string, age: true }), {
    type: 'object',
    properties: { name: string, age: true }
  })
})

test('the given shorthand is not modified', () => {
  const written = { name: string }
  expandShorthand(written)
  assert.deepEqual(written, { name: string })
})

for (const schema of [
  { type: 'object', properties: { a: string } },
  { properties: { a: string } },
  { properties: {} },
  { $ref: 'user#' },
  { $id: 'user', type: 'array' },
  { anyOf: [string] },
  { oneOf: [string] },
  { allOf: [string] },
  { not: string },
  { enum: ['a'] },
  { const: { a: 1 } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  { if: string, then: string },
  { items: string, minItems: 1 },
  { items: string },
  { items: true },
  { items: { type: 'array', items: string } },
  { items: { multipleOf: 2 }, contains: { multipleOf: 3 } },
  { items: string, additionalItems: string },
  { default: string },
  { title: 'Names', items: string },
  { contains: string },
  { required: ['a'] },
  { additionalProperties: string },
  { $merge: { source: { $ref: 'a#' }, with: { type: 'object' } } },
  { $patch: { source: { $ref: 'a#' }, with: [] } },
  { type: ['object', 'null'], nullable: true },
  { description: 'anything' },
  { definitions: { a: string } },
  {}
]) {
  test(`${JSON.stringify(schema)} is a complete schema`, () => assertComplete(schema))
}

test('a value other than a schema object is returned unchanged', () => {
  for (const schema of [true, false, null, undefined, 'text', 1, () => true]) assertComplete(schema)
})

for (const name of [
  'type',
  'items',
  'format',
  'properties',
  'default',
  'required',
  'enum',
  'not',
  'content',
  'x-token'
]) {
  test(`a field may be named "${name}"`, () => {
    const fields = { [name]: string, other: string }
    assert.deepEqual(expandShorthand(fields), { type: 'object', properties: fields })
  })
}

test('a title, an $id and local definitions stay beside the properties', () => {
  const aside = { $id: 'pair', title: 'Pair', description: 'two', definitions: { half: string } }
  const fields = { left: { $ref: '#/definitions/half' } }
  assert.deepEqual(expandShorthand({ ...aside, ...fields }), { ...aside, type: 'object', properties: fields })
})

test('a field named like an annotation is a field if it holds a schema', () => {
  const fields = { title: string, description: string, examples: string }
  assert.deepEqual(expandShorthand(fields), { type: 'object', properties: fields })
})

test('a field named __proto__ stays a field', () => {
  const expanded = expandShorthand(JSON.parse('{"__proto__": {"type": "string"}}')) as { properties: object }
  assert.deepEqual(Object.getOwnPropertyNames(expanded.properties), ['__proto__'])
})

test('TypeBox fields expand to Type.Object: required unless optional', () => {
  const fields = { a: Type.String(), b: Type.Optional(Type.Number()), c: Type.Unsafe<Date>({ type: 'string' }) }
  assert.deepEqual(expandShorthand(fields), Type.Object(fields))
  const optional = { a: Type.Optional(Type.String()) }
  assert.deepEqual(expandShorthand(optional), Type.Object(optional))
})

test('a TypeBox schema is a field under any name', () => {
  for (const name of [
    'items',
    'not',
    'contains',
    'default',
    'if',
    'additionalProperties',
    'const',
    'definitions',
    '$set',
    'x-token'
  ])
    assert.deepEqual(expandShorthand({ [name]: Type.String() }), Type.Object({ [name]: Type.String() }))
})

test('TypeBox schemas beside keywords are subschemas', () => {
  assertComplete({ type: 'array', items: Type.String() })
  assertComplete({ items: Type.String(), minItems: 1 })
  assertComplete({ properties: { a: Type.String() } })
  assertComplete({ anyOf: [Type.String()] })
})

test('beside TypeBox fields a plain field stays optional', () => {
  assert.deepEqual((expandShorthand({ a: Type.String(), b: string }) as { required: string[] }).required, ['a'])
})

test('a TypeBox schema is complete, also without a type', () => {
  for (const schema of [Type.Object({ a: Type.String() }), Type.Any(), Type.Unsafe({ a: {} }), Type.Ref('user')]) {
    assertComplete(schema)
  }
})

test('fluent schemas are unwrapped, whole and as fields', () => {
  const whole = S.object().prop('a', S.string().required())
  assert.deepEqual(expandShorthand(whole), whole.valueOf())
  assert.deepEqual(expandShorthand({ a: S.string() }), { type: 'object', properties: { a: S.string().valueOf() } })
})

test('schemas of other libraries are returned unchanged', () => {
  for (const schema of [
    Joi.object({ a: Joi.string() }),
    yup.object({ a: yup.string() }),
    z.object({ a: z.string() })
  ]) {
    assertComplete(schema)
  }
  assertComplete({ a: Joi.string() })
  assertComplete({ a: z.string() })
})

test('with a custom validator only TypeBox fields are expanded', () => {
  const rules = { name: { type: 'string', min: 3 } }
  assert.equal(expandShorthand(rules, true), rules)
  assert.deepEqual(expandShorthand({ a: Type.String() }, true), Type.Object({ a: Type.String() }))
})

test('a mixture of TypeBox and plain fields is not a TypeBox object, and is kept for a custom validator', () => {
  const fields = { a: Type.String(), b: string }
  assert.deepEqual(Object.getOwnPropertySymbols(expandShorthand(fields)), [])
  assert.equal(expandShorthand(fields, true), fields)
})
