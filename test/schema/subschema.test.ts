import assert from 'node:assert/strict'
import { test } from 'node:test'
import fluent from 'fluent-json-schema'
import * as z from 'zod'
import { withSubschemas } from '../../src/schema/subschema.ts'

const pathsOf = (schema: unknown) => withSubschemas(schema).map(([path]) => path.join('/'))
const leaf = () => ({ type: 'string' })

test('a schema stands first, under no name, whatever it is', () => {
  for (const schema of [leaf(), true, null, undefined, 'text', []])
    assert.deepEqual(withSubschemas(schema), [[[], schema]])
})

test('keywords hold one schema, a list of them, or schemas by names', () => {
  for (const keyword of ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedItems', 'contentSchema'])
    assert.deepEqual(pathsOf({ [keyword]: leaf() }), ['', keyword])
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
    assert.deepEqual(pathsOf({ [keyword]: [leaf(), leaf()] }), ['', `${keyword}/0`, `${keyword}/1`])
  for (const keyword of ['properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'])
    assert.deepEqual(pathsOf({ [keyword]: { a: leaf(), b: leaf() } }), ['', `${keyword}/a`, `${keyword}/b`])
})

test('values, and what is no object, are no schemas', () => {
  assert.deepEqual(pathsOf({ enum: [{}], const: {}, default: {}, examples: [{}], required: ['a'], own: {} }), [''])
  assert.deepEqual(pathsOf({ items: true, not: null, additionalProperties: false }), [''])
})

test('every object is listed once, a recursive one too, each by the first way that leads there', () => {
  const shared = leaf()
  const tree: Record<string, unknown> = { properties: { a: shared, b: shared } }
  tree.items = tree
  assert.deepEqual(pathsOf(tree), ['', 'properties/a'])
})

test('fluent schemas are unwrapped, and schemas of other libraries not entered', () => {
  const written = fluent.default.object().prop('a', fluent.default.string())
  assert.deepEqual(pathsOf(written), ['', 'properties/a'])
  assert.deepEqual(pathsOf({ properties: { a: z.object({ b: z.string() }) } }), ['', 'properties/a'])
})

test('an empty list or map stands for itself', () => {
  assert.deepEqual(pathsOf({ properties: new Map(), items: [] }), ['', 'properties', 'items'])
})
