import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Components } from '../../../src/openapi/schema/components.ts'
import { convert, convertInPlace, toJson } from '../../../src/openapi/schema/convert.ts'
import { nodeOf } from '../../../src/tree/node.ts'
import { createApp } from '../../security/wild.ts'

const context = { node: nodeOf(createApp().app), shared: {} }

function written(schema: unknown, way: 'in' | 'out' = 'out') {
  const components = new Components()
  const converted = convert(schema, { context, document: schema, way, operationId: 'op' }, components)
  const schemas = components.finish((each, scope) => convertInPlace(each, scope, components))
  return { converted, schemas }
}

function alone(schema: unknown, way: 'in' | 'out' = 'out') {
  const { converted, schemas } = written(schema, way)
  assert.deepEqual(schemas, {})
  return converted
}

const text = { type: 'string' }
const number = { type: 'number' }

test('a value other than a schema converts to an empty schema, and a boolean stays', () => {
  for (const given of [undefined, null, 'text', 1, [], [text], new Date(), new Map()])
    assert.deepEqual(alone(given), {})
  assert.equal(alone(true), true)
  assert.equal(alone(false), false)
  assert.deepEqual(alone({ properties: { a: true, b: false } }), { properties: { a: true, b: false } })
})

test('an array of items becomes prefixItems, and additionalItems becomes items', () => {
  assert.deepEqual(alone({ items: [text, number] }), { prefixItems: [text, number] })
  assert.deepEqual(alone({ items: [text], additionalItems: false }), { prefixItems: [text], items: {}, maxItems: 1 })
  assert.equal(Object(alone({ items: [text, text], additionalItems: false, maxItems: 1 })).maxItems, 1)
  assert.deepEqual(alone({ items: false }), { items: {}, maxItems: 0 })
  assert.deepEqual(alone({ items: [text], additionalItems: { nullable: true, ...text } }), {
    prefixItems: [text],
    items: { type: ['string', 'null'] }
  })
  const array = { type: 'array', items: [text] }
  assert.deepEqual(alone(array), { type: 'array', prefixItems: [text], items: {} })
  assert.deepEqual(alone({ ...array, additionalItems: false }), {
    type: 'array',
    prefixItems: [text],
    items: {},
    maxItems: 1
  })
  assert.deepEqual(alone({ type: ['array', 'null'] }), { type: ['array', 'null'], items: {} })
  assert.deepEqual(alone({ items: text, additionalItems: false }), { items: text })
})

test('nullable becomes a type or an alternative, with annotations outside of it', () => {
  assert.deepEqual(alone({ ...text, nullable: true }), { type: ['string', 'null'] })
  assert.deepEqual(alone({ type: ['string', 'null'], nullable: true }), { type: ['string', 'null'] })
  assert.deepEqual(alone({ ...text, nullable: false }), text)
  assert.deepEqual(alone({ anyOf: [text], nullable: true, description: 'x', default: null }), {
    anyOf: [{ anyOf: [text] }, { type: 'null' }],
    description: 'x',
    default: null
  })
  assert.deepEqual(alone({ nullable: true, title: 'x' }), { title: 'x' })
  const enumerated = { ...text, nullable: true, enum: ['a'] }
  assert.deepEqual(alone(enumerated, 'out'), { type: ['string', 'null'], enum: ['a', null] })
  assert.deepEqual(alone(enumerated, 'in'), { type: ['string', 'null'], enum: ['a'] })
})

test('a nullable reference becomes an alternative of the reference and null', () => {
  const { converted, schemas } = written({
    properties: { a: { $ref: '#/definitions/b', nullable: true } },
    definitions: { b: text }
  })
  assert.deepEqual(converted, { properties: { a: { anyOf: [{ $ref: '#/components/schemas/b' }, { type: 'null' }] } } })
  assert.deepEqual(schemas, { b: text })
})

test('dependencies are split into dependentRequired and dependentSchemas', () => {
  assert.deepEqual(alone({ dependencies: { a: ['b'], c: { required: ['d'] } } }), {
    dependentRequired: { a: ['b'] },
    dependentSchemas: { c: { required: ['d'] } }
  })
  assert.deepEqual(alone({ dependencies: 1 }), {})
})

test('example and examples are merged', () => {
  assert.deepEqual(alone({ ...text, examples: ['a', 'b'] }), { ...text, examples: ['a', 'b'] })
  assert.deepEqual(alone({ ...text, example: 'c' }), { ...text, examples: ['c'] })
  assert.deepEqual(alone({ ...text, example: 'c', examples: ['a', 'b'] }), { ...text, examples: ['a', 'b', 'c'] })
  const named = { one: { summary: 'x', value: 'a' }, two: 'b' }
  assert.deepEqual(alone({ ...text, examples: named }), { ...text, examples: ['a', 'b'] })
})

test('data in keywords are not converted', () => {
  const data = { items: [1], nullable: true, $ref: '#/x', definitions: {}, $id: 'x' }
  for (const keyword of ['default', 'const']) assert.deepEqual(alone({ [keyword]: data }), { [keyword]: data })
  assert.deepEqual(alone({ enum: [data], examples: [data] }), { enum: [data], examples: [data] })
})

test('a property with a default is optional for input, and required for output and in tried subschemas', () => {
  const object = { type: 'object', required: ['a', 'b'], properties: { a: { default: 1 }, b: text } }
  assert.deepEqual(alone(object, 'out'), object)
  assert.deepEqual(alone(object, 'in'), { ...object, required: ['b'] })
  assert.deepEqual(alone({ ...object, required: ['a'] }, 'in'), { type: 'object', properties: object.properties })
  for (const keyword of ['anyOf', 'oneOf'])
    assert.deepEqual(alone({ [keyword]: [{ allOf: [object] }] }, 'in'), { [keyword]: [{ allOf: [object] }] })
  for (const keyword of ['contains', 'propertyNames', 'if'])
    assert.deepEqual(alone({ [keyword]: object }, 'in'), { [keyword]: object })
  for (const keyword of ['then', 'else'])
    assert.deepEqual(alone({ [keyword]: object }, 'in'), { [keyword]: { ...object, required: ['b'] } })
  assert.deepEqual(alone({ not: object, allOf: [object] }, 'in'), {
    not: object,
    allOf: [{ ...object, required: ['b'] }]
  })
})

test('subschemas of every keyword are converted', () => {
  const before = { ...text, nullable: true }
  const after = { type: ['string', 'null'] }
  const ones = ['contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contentSchema']
  for (const keyword of ones) assert.deepEqual(alone({ [keyword]: before }), { [keyword]: after })
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems'])
    assert.deepEqual(alone({ [keyword]: [before] }), { [keyword]: [after] })
  for (const keyword of ['properties', 'patternProperties', 'dependentSchemas'])
    assert.deepEqual(alone({ [keyword]: { a: before } }), { [keyword]: { a: after } })
})

test('values that JSON cannot represent, and keys of libraries, are left out', () => {
  const schema = {
    ...text,
    [Symbol('kind')]: 'String',
    transform: () => {},
    missing: undefined,
    maximum: 10n,
    $schema: 'x'
  }
  assert.deepEqual(alone(schema), { ...text, maximum: 10 })
  assert.deepEqual(alone({ type: 'Date', title: 'x' }), { title: 'x' })
  assert.deepEqual(alone({ type: ['Date', 'null'] }), { type: ['null'] })
  assert.deepEqual(alone({ isFile: true }), { type: 'string', format: 'binary' })
  assert.equal(toJson(undefined), undefined)
  class Field {
    own = 1
  }
  assert.deepEqual(alone({ ...text, field: new Field(), map: new Map(), list: [new Field()] }), {
    ...text,
    list: [null]
  })
  const circle: Record<string, unknown> = {}
  circle.circle = circle
  assert.deepEqual(alone({ ...text, circle }), text)
  assert.equal(toJson(new Date(0)), '1970-01-01T00:00:00.000Z')
})

test('annotations and other keywords stay as they are', () => {
  const schema = {
    ...{ title: 'T', description: 'D', deprecated: true, readOnly: true, default: 'x', const: 'x', format: 'uuid' },
    ...{ pattern: '^x', minLength: 1, discriminator: { propertyName: 'kind' }, 'x-own': { a: [1] } }
  }
  assert.deepEqual(alone(schema), schema)
})

test('a schema with an $id, or that refers to its root, becomes a component', () => {
  const book = { $id: 'book', type: 'object', properties: { author: { $id: 'author', ...text }, next: { $ref: '#' } } }
  const { converted, schemas } = written({ items: book })
  assert.deepEqual(converted, { items: { $ref: '#/components/schemas/book' } })
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  assert.deepEqual(schemas, {
    author: text,
    book: { type: 'object', properties: { author: ref('author'), next: ref('book') } }
  })
  const nameless = written({ properties: { children: { items: { $ref: '#' } } } })
  assert.deepEqual(nameless.converted, ref('op'))
  assert.deepEqual(nameless.schemas, { op: { properties: { children: { items: ref('op') } } } })
})

test('a reference keeps its siblings, and an unresolved one is removed', () => {
  const { converted } = written({
    definitions: { a: text },
    items: { $ref: '#/definitions/a', description: 'x', default: 1 }
  })
  assert.deepEqual(converted, { items: { $ref: '#/components/schemas/a', description: 'x', default: 1 } })
  assert.deepEqual(alone({ items: { $ref: 'unknown#', description: 'x' } }), { items: { description: 'x' } })
  assert.deepEqual(alone({ items: { $ref: 1 } }), { items: {} })
})
