import assert from 'node:assert/strict'
import { test } from 'node:test'
import fluent from 'fluent-json-schema'
import * as z from 'zod'
import { withSubschemas } from '../../src/schema/subschema.ts'

const pathsOf = (schema: unknown) => withSubschemas(schema).map(([path]) => path.join('/'))
const leaf = () => ({ type: 'string' })

test('the schema itself is listed first with an empty path', () => {
  for (const schema of [leaf(), true, null, undefined, 'text', []])
    assert.deepEqual(withSubschemas(schema), [[[], schema]])
})

test('keywords hold one schema, an array of schemas, or a map of schemas', () => {
  for (const keyword of ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedItems', 'contentSchema'])
    assert.deepEqual(pathsOf({ [keyword]: leaf() }), ['', keyword])
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
    assert.deepEqual(pathsOf({ [keyword]: [leaf(), leaf()] }), ['', `${keyword}/0`, `${keyword}/1`])
  for (const keyword of ['properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'])
    assert.deepEqual(pathsOf({ [keyword]: { a: leaf(), b: leaf() } }), ['', `${keyword}/a`, `${keyword}/b`])
})

test('values and operands other than objects are not listed', () => {
  assert.deepEqual(pathsOf({ enum: [{}], const: {}, default: {}, examples: [{}], required: ['a'], own: {} }), [''])
  assert.deepEqual(pathsOf({ items: true, not: null, additionalProperties: false }), [''])
})

test('every object is listed once with its first path, also in a cycle', () => {
  const shared = leaf()
  const tree: Record<string, unknown> = { properties: { a: shared, b: shared } }
  tree.items = tree
  assert.deepEqual(pathsOf(tree), ['', 'properties/a'])
})

test('fluent schemas are unwrapped, and schemas of other libraries are not entered', () => {
  const written = fluent.default.object().prop('a', fluent.default.string())
  assert.deepEqual(pathsOf(written), ['', 'properties/a'])
  assert.deepEqual(pathsOf({ properties: { a: z.object({ b: z.string() }) } }), ['', 'properties/a'])
})

test('an empty array or a Map is listed as one subschema', () => {
  assert.deepEqual(pathsOf({ properties: new Map(), items: [] }), ['', 'properties', 'items'])
})
