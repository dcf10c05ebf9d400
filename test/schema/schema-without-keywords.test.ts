import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { Type } from '@sinclair/typebox'
import fluent from 'fluent-json-schema'
import * as z from 'zod'
import { findClassInstance, findWithoutKeywords } from '../../src/schema/schema-without-keywords.ts'

const keywords = [
  ...['type', 'enum', 'const', 'default', 'format', 'nullable', 'required', 'allOf', 'anyOf', 'oneOf', 'properties'],
  ...['patternProperties', 'dependencies', 'dependentSchemas', 'dependentRequired', 'maxProperties', 'minProperties'],
  ...['maxItems', 'minItems', 'uniqueItems', 'prefixItems', 'maxContains', 'minContains', 'multipleOf', 'maximum'],
  ...['exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern', 'contentMediaType'],
  ...['contentEncoding', 'readOnly', 'writeOnly', 'deprecated', 'discriminator', 'additionalProperties', 'items'],
  ...['externalDocs', 'xml', '$ref', '$own']
]

const ofNames = ['required', 'dependencies', 'dependentRequired', 'maxProperties', 'minProperties']

test('a schema with a keyword is accepted, also beside unknown keys', () => {
  for (const keyword of keywords.filter((name) => !ofNames.includes(name))) {
    assert.equal(findWithoutKeywords({ [keyword]: 1 }), undefined, keyword)
    assert.equal(findWithoutKeywords({ unknown: 1, [keyword]: 1 }), undefined, keyword)
  }
})

test('keywords about property names do not excuse an unknown key beside them', () => {
  for (const keyword of ofNames) {
    assert.equal(findWithoutKeywords({ [keyword]: 1 }), undefined, keyword)
    assert.equal(findWithoutKeywords({ unknown: 1, [keyword]: 1 }), "'unknown' is no keyword of JSON Schema")
  }
})

test('a schema without keywords is reported with its keys', () => {
  for (const [schema, names] of [
    [{ unknown: 1 }, "'unknown' is no keyword"],
    [{ title: 'a', name: 'text', Type: 'object', definitions: {} }, "'name', 'Type' are no keywords"],
    [{ name: [], age: () => 1 }, "'name', 'age' are no keywords"],
    [{ title: z.string(), name: z.string() }, "'name' is no keyword"],
    [{ 'type ': 'object', '': 1 }, "'type ', '' are no keywords"],
    [{ name: { type: 'string' }, more: new Map() }, "'name', 'more' are no keywords"],
    [{ name: Type.String(), more: undefined }, "'name', 'more' are no keywords"]
  ] as const)
    assert.equal(findWithoutKeywords(schema), `${names} of JSON Schema`)
})

test('a subschema without keywords is reported with its path', () => {
  const fields = { name: { type: 'string' } }
  const list = { type: 'array', items: { user: fields } }
  for (const [schema, place] of [
    [{ properties: { user: fields } }, 'properties/user'],
    [{ type: 'array', items: fields }, 'items'],
    [{ anyOf: [{ type: 'null' }, fields] }, 'anyOf/1'],
    [{ additionalProperties: { name: 1 } }, 'additionalProperties'],
    [Type.Object({ user: Type.Object({ books: fields as never }) }), 'properties/user/properties/books']
  ] as const)
    assert.equal(findWithoutKeywords(schema), `'name' in '${place}' is no keyword of JSON Schema`)
  assert.equal(findWithoutKeywords(list), "'user' in 'items' is no keyword of JSON Schema")
})

test('examples, extensions, definitions and schemas with a type are accepted', () => {
  for (const schema of [
    {},
    { title: 'a', 'x-note': 1 },
    { example: { a: 1 } },
    { 'x-note': { a: 1 }, examples: {} },
    { type: 'object', name: { type: 'string' } },
    { definitions: { group: { name: { type: 'string' } } }, type: 'string' },
    { properties: { user: { $ref: '#/$defs/group/user' } }, $defs: { group: { user: { type: 'string' } } } }
  ])
    assert.equal(findWithoutKeywords(schema), undefined)
})

test('values other than plain objects, and schemas of other libraries, are accepted', () => {
  class Own {
    unknown = 1
  }
  const standard = { '~standard': {}, unknown: 1 }
  for (const schema of [null, undefined, true, 'text', 1, [1], () => 1, new Own(), standard, z.object({})])
    assert.equal(findWithoutKeywords(schema), undefined)
  assert.equal(findWithoutKeywords(Type.Unsafe({ unknown: 1 })), undefined)
  assert.equal(findWithoutKeywords(fluent.default.string()), undefined)
  assert.equal(
    findWithoutKeywords({ isFluentSchema: true, valueOf: () => ({ unknown: 1 }) }),
    "'unknown' is no keyword of JSON Schema"
  )
})

test('a class instance without own keys is reported with its path and its class', () => {
  class Own {}
  const unnamed = Object.create(Object.create(Object.prototype, { constructor: { value: undefined } }))
  for (const [schema, sentence] of [
    [new Map([['type', 'string']]), 'the schema is an object of the class Map'],
    [{ type: 'object', properties: { user: new Own() } }, "'properties/user' is an object of the class Own"],
    [{ properties: new Map() }, "'properties' is an object of the class Map"],
    [{ anyOf: [{}, new Set()] }, "'anyOf/1' is an object of the class Set"],
    [unnamed, 'the schema is an object of the class without a name']
  ] as const)
    assert.equal(findClassInstance(schema), `${sentence} and has no key of its own`)
})

test('plain objects, instances with own keys and schemas of libraries are no class instances', () => {
  class Described {
    type = 'string'
  }
  const others = [
    true,
    null,
    undefined,
    {},
    Object.create(null),
    runInNewContext('({})'),
    new Described(),
    { anyOf: [] }
  ]
  for (const schema of [...others, { properties: {} }, Type.Any(), z.any(), { enum: [new Map()], default: new Map() }])
    assert.equal(findClassInstance(schema), undefined)
})
