import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv, type AnySchema } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import fastJsonStringify from 'fast-json-stringify'
import { type CompileTarget, isSimple } from '../../src/schema/simple-schema.ts'
import { budget, fixed } from '../fuzz/budget.ts'
import { schemas } from './random-schema.ts'

type Schemas = Record<string, unknown>

const book = { type: 'object', properties: { title: { type: 'string', default: '' } }, required: ['title'] }

for (const [what, schema, shared = {}] of [
  [
    'an object with nested lists',
    { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } }
  ],
  [
    'a text with all keywords of its type',
    { type: 'string', minLength: 1, maxLength: 9, pattern: '^[a-z]+$', format: 'email' }
  ],
  [
    'a nullable type, by type or by nullable',
    { type: 'object', properties: { a: { type: ['string', 'null'] }, b: { type: 'integer', nullable: true } } }
  ],
  ['a union without a type of its own', { anyOf: [{ type: 'string' }, { type: 'null' }, { const: 3 }] }],
  [
    'a reference to its own definitions',
    { type: 'object', properties: { a: { $ref: '#/definitions/a' } }, definitions: { a: book } }
  ],
  [
    'a recursive definition',
    { type: 'array', items: { $ref: '#/$defs/n' }, $defs: { n: { type: 'array', items: { $ref: '#/$defs/n' } } } }
  ],
  ['a reference to a shared schema', { $ref: 'book#' }, { book: { $id: 'book', ...book } }],
  ['annotations', { type: 'object', title: 'A', description: 'b', examples: [{}], $comment: 'c' }]
] as [string, unknown, Schemas?][]) {
  test(`${what} is simple`, () => assert.equal(isSimple(schema, shared, 'validate'), true))
}

for (const [what, schema, shared = {}] of [
  ['an unknown keyword', { type: 'object', propertees: {} }],
  ['an unknown type', { type: 'text' }],
  ['an unknown format', { type: 'string', format: 'isbn' }],
  ['a keyword of another type', { type: 'string', minimum: 1 }],
  ['a keyword without a type', { properties: {} }],
  ['a bound that is not a number', { type: 'string', minLength: '1' }],
  ['an invalid pattern', { type: 'string', pattern: '[' }],
  ['a pattern that can take exponential time', { type: 'string', pattern: '^(a+)+$' }],
  ['a reference to a missing definition', { $ref: '#/definitions/a' }],
  ['a reference to a missing shared schema', { $ref: 'book#' }],
  ['a reference to a reference', { $ref: '#/definitions/a', definitions: { a: { $ref: '#/definitions/a' } } }],
  ['a default that is not filled in', { type: 'string', default: '' }],
  ['a default in a branch', { anyOf: [{ type: 'object', properties: { a: { type: 'string', default: '' } } }] }],
  ['a type beside a union', { type: 'object', anyOf: [{ type: 'string' }] }],
  ['if and else', { if: { type: 'string' }, else: { type: 'null' } }],
  ['an $id', { $id: 'a', type: 'string' }],
  ['a value that JSON cannot represent', { const: () => {} }],
  ['an array in place of an object', [{ type: 'string' }]],
  ['a faulty shared schema beside it', { type: 'string' }, { a: { $id: 'a', type: 'text' } }]
] as [string, unknown, Schemas?][]) {
  test(`a schema with ${what} is not simple`, () => assert.equal(isSimple(schema, shared, 'validate'), false))
}

test('allOf is simple for a validator and not for a serializer', () => {
  const schema = { allOf: [{ type: 'string' }, { type: 'string', minLength: 2 }] }
  assert.equal(isSimple(schema, {}, 'validate'), true)
  assert.equal(isSimple(schema, {}, 'serialize'), false)
})

const withDefault = { type: 'string', default: '' }
const fieldsWith = (schema: object) => ({ type: 'object', properties: { a: schema } })

for (const [where, schema, isFilledIn] of [
  ['a property', fieldsWith(withDefault), true],
  ['a property of a property', fieldsWith(fieldsWith(withDefault)), true],
  ['a property of an item', { type: 'array', items: fieldsWith(withDefault) }, true],
  ['a property of a definition', { type: 'object', definitions: { a: fieldsWith(withDefault) } }, true],
  ['an item', fieldsWith({ type: 'array', items: withDefault }), false],
  ['additional properties', fieldsWith({ type: 'object', additionalProperties: withDefault }), false],
  ['a definition', { type: 'object', definitions: { a: withDefault } }, false],
  ['a branch', { oneOf: [withDefault] }, false],
  ['a property of a branch', fieldsWith({ anyOf: [fieldsWith(withDefault)] }), false],
  ['a property of a property of a branch', { oneOf: [fieldsWith(fieldsWith(withDefault))] }, false],
  ['a property of an item of a branch', { anyOf: [{ type: 'array', items: fieldsWith(withDefault) }] }, false],
  ['a property without a type', fieldsWith({ default: '' }), false],
  ['a union', fieldsWith({ default: '', anyOf: [{ type: 'string' }] }), false]
] as const) {
  test(`a default in ${where} is ${isFilledIn ? '' : 'not '}simple, as it is ${isFilledIn ? '' : 'not '}filled in`, () => {
    for (const use of ['validate', 'serialize'] as const) assert.equal(isSimple(schema, {}, use), isFilledIn)
  })
}

test('definitions and references in union members are not simple at any depth', () => {
  const definitions = { a: book }
  for (const inner of [{ type: 'object', definitions }, { enum: ['a'], $defs: definitions }, { $ref: 'book#' }]) {
    for (const branch of [inner, fieldsWith(inner), { type: 'array', items: inner }]) {
      const shared = { book: { $id: 'book', ...book } }
      assert.equal(isSimple(branch, shared, 'validate'), true)
      assert.equal(isSimple({ anyOf: [branch] }, shared, 'validate'), false)
      assert.equal(isSimple({ oneOf: [{ type: 'null' }, branch] }, shared, 'validate'), false)
    }
  }
})

test('schemas are simple down to a depth of 30', () => {
  const nested: Record<string, (inner: object) => object> = {
    items: (items) => ({ type: 'array', items }),
    properties: fieldsWith,
    anyOf: (inner) => ({ anyOf: [inner] })
  }
  for (const [keyword, nest] of Object.entries(nested)) {
    let schema: object = { type: 'string' }
    for (let depth = 1; depth <= 31; depth++) {
      schema = nest(schema)
      assert.equal(isSimple(schema, {}, 'validate'), depth <= 30, `${depth} ${keyword}`)
    }
  }
})

for (const name of ['a', '_a', 'a.b-c', '1', '-a', '.a', 'a b', 'a/b', 'a#', '', 'ä', '%61']) {
  const isPlain = /^[a1_]/.test(name) && !/[ /#%]/.test(name)
  test(`a reference to a schema named '${name}' is ${isPlain ? '' : 'not '}simple`, () => {
    for (const keyword of ['definitions', '$defs']) {
      const schema = { ...fieldsWith({ $ref: `#/${keyword}/${name}` }), [keyword]: { [name]: book } }
      assert.equal(isSimple(schema, {}, 'validate'), isPlain)
    }
    const shared = { [name]: { $id: name, ...book } }
    assert.equal(isSimple({ type: 'string' }, shared, 'validate'), isPlain)
    assert.equal(isSimple({ $ref: name }, shared, 'validate'), isPlain)
    assert.equal(isSimple({ $ref: `${name}#` }, shared, 'validate'), isPlain)
  })
}

test('only a reference to a whole shared schema or to a definition is simple', () => {
  const shared = { book: { $id: 'book', ...book, definitions: { a: book } }, '1': { $id: '1', ...book } }
  const definitions = { a: book, ref: { $ref: 'book#' } }
  const refersTo = ($ref: unknown) =>
    isSimple({ type: 'object', properties: { a: { $ref } }, definitions }, shared, 'validate')
  for (const $ref of ['#/definitions/a', 'book', 'book#', '1']) assert.equal(refersTo($ref), true, $ref)
  for (const $ref of [
    ...['#', '#/', '', '#a', 'a', '#/definitions', '#/definitions/', '#/definitions/b', '#/$defs/a', '#/other/a'],
    ...['book##', 'book#a', 'book#/definitions/a', 'x book', 'book/', 'toString', '__proto__', '__proto__#'],
    ...['#/definitions/toString', '#/definitions/a/properties', '#/definitions/a#', 'x#/definitions/a'],
    ...['#/definitions/ref', 1, null, {}, ['book#']]
  ]) {
    assert.equal(refersTo($ref), false, String($ref))
  }
})

test('a shared schema that is not simple makes every schema beside it not simple, for the same use', () => {
  const composed = { a: { $id: 'a', allOf: [{ type: 'string' }] } }
  assert.equal(isSimple({ type: 'string' }, composed, 'serialize'), false)
  assert.equal(isSimple({ type: 'string' }, composed, 'validate'), true)
  assert.equal(isSimple({ type: 'string' }, composed, 'serialize'), false)
  for (const shared of [
    { a: true },
    { a: [{ $id: 'a' }] },
    { a: { type: 'string' } },
    { a: { $id: 'b', type: 'string' } }
  ])
    assert.equal(isSimple({ type: 'string' }, shared, 'validate'), false)
  const inner = { type: 'object', properties: { b: { $id: 'b', type: 'string' } } }
  assert.equal(isSimple({ type: 'string' }, { a: { $id: 'a', ...inner } }, 'validate'), false)
})

test('only plain objects are simple', () => {
  for (const schema of [null, undefined, true, false, 1, 'text', [], () => 1, new (class {})(), new Map()])
    for (const one of [schema, fieldsWith({ type: 'array', items: schema })])
      assert.equal(isSimple(one, {}, 'validate'), false)
})

const strict = {
  strict: true,
  strictRequired: false,
  coerceTypes: 'array',
  useDefaults: true,
  removeAdditional: true
} as const

function compile(use: CompileTarget, schema: unknown, shared: Schemas): void {
  if (use === 'serialize') fastJsonStringify(schema as never, { schema: shared as never })
  else {
    const ajv = new Ajv({ ...strict, code: { optimize: false } })
    formats.default(ajv)
    for (const one of Object.values(shared)) ajv.addSchema(one as AnySchema)
    ajv.compile(schema as AnySchema)
  }
}

for (const use of ['validate', 'serialize'] as const) {
  test(`every simple schema compiles without an error or a warning, to ${use}`, () => {
    let ordinary = 0
    const law = fc.property(schemas, schemas, (schema, other) => {
      const shared = { shared: { $id: 'shared', ...(other as object) } }
      for (const seen of [{}, shared]) {
        if (!isSimple(schema, seen, use)) continue
        ordinary++
        compile(use, schema, seen)
      }
    })
    fc.assert(law, fixed(1000))
    assert.ok(ordinary > 100, `only ${ordinary} of the schemas were ordinary`)
    fc.assert(law, budget(2000))
  })
}
