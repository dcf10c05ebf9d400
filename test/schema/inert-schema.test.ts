import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import fluent from 'fluent-json-schema'
import * as z from 'zod'
import { findInert } from '../../src/schema/inert-schema.ts'

const keywords = [
  ...['type', 'enum', 'const', 'default', 'format', 'nullable', 'required', 'allOf', 'anyOf', 'oneOf', 'properties'],
  ...['patternProperties', 'dependencies', 'dependentSchemas', 'dependentRequired', 'maxProperties', 'minProperties'],
  ...['maxItems', 'minItems', 'uniqueItems', 'prefixItems', 'maxContains', 'minContains', 'multipleOf', 'maximum'],
  ...['exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern', 'contentMediaType'],
  ...['contentEncoding', 'readOnly', 'writeOnly', 'deprecated', 'discriminator', 'additionalProperties', 'items'],
  ...['externalDocs', 'xml', '$ref', '$own']
]

test('a schema with a keyword says something, whatever else stands in it', () => {
  for (const keyword of keywords) {
    assert.equal(findInert({ [keyword]: 1 }), undefined, keyword)
    assert.equal(findInert({ unknown: 1, [keyword]: 1 }), undefined, keyword)
  }
})

test('a schema without any says nothing, and its keys are told', () => {
  assert.deepEqual(findInert({ unknown: 1 }), ['unknown'])
  assert.deepEqual(findInert({ title: 'a', name: 'text', Type: 'object', definitions: {} }), ['name', 'Type'])
  assert.deepEqual(findInert({ name: [], age: () => 1 }), ['name', 'age'])
  assert.deepEqual(findInert({ title: z.string(), name: z.string() }), ['name'])
  assert.deepEqual(findInert({ 'type ': 'object', '': 1 }), ['type ', ''])
})

test('fields, and what only describes itself, are no such schema', () => {
  for (const schema of [{}, { title: 'a', 'x-note': 1 }, { name: { type: 'string' } }, { name: true, unknown: 1 }])
    assert.equal(findInert(schema), undefined)
})

test('what is no plain object, or of another library, speaks for itself', () => {
  class Own {
    unknown = 1
  }
  const standard = { '~standard': {}, unknown: 1 }
  for (const schema of [null, undefined, true, 'text', 1, [1], () => 1, new Own(), standard, z.object({})])
    assert.equal(findInert(schema), undefined)
  assert.equal(findInert(Type.Unsafe({ unknown: 1 })), undefined)
  assert.equal(findInert(fluent.default.string()), undefined)
  assert.deepEqual(findInert({ isFluentSchema: true, valueOf: () => ({ unknown: 1 }) }), ['unknown'])
})
