import assert from 'node:assert/strict'
import { test } from 'node:test'
import { address, compile, messageOf, prop } from './compiling.ts'

for (const [form, schema, good, bad] of [
  ['a whole shared schema by "id#"', { $ref: 'address#' }, { zip: '8000' }, {}],
  ['a whole shared schema by "id"', { $ref: 'address' }, { zip: '8000' }, {}],
  ['a property holding a shared schema', prop({ $ref: 'address#' }), { a: { zip: '1' } }, { a: {} }],
  ['definitions of a shared schema', prop({ $ref: 'address#/definitions/city' }), { a: 'Bern' }, { a: 'B' }],
  ['definitions of a shared schema at the root', { $ref: 'address#/definitions/city' }, 'Bern', 'B'],
  ['a property of a shared schema', prop({ $ref: 'address#/properties/zip' }), { a: '8000' }, { a: '800000' }],
  ['an anchor inside a shared schema', prop({ $ref: 'address#country' }), { a: 'CH' }, { a: 'XX' }],
  ['an anchor inside a shared schema at the root', { $ref: 'address#country' }, 'CH', 'XX'],
  [
    'definitions of the same schema',
    { ...prop({ $ref: '#/definitions/n' }), definitions: { n: { type: 'integer', minimum: 3 } } },
    { a: 3 },
    { a: 1 }
  ],
  [
    'an anchor of the same schema',
    { ...prop({ $ref: '#n' }), definitions: { n: { $id: '#n', type: 'integer', minimum: 3 } } },
    { a: 3 },
    { a: 1 }
  ]
] as const) {
  test(`a validator follows a reference to ${form}`, () => {
    const validate = compile(schema, {}, [address])
    assert.equal(messageOf(validate, good), undefined)
    assert.notEqual(messageOf(validate, bad), undefined)
  })
}

test('references between shared schemas with absolute ids are resolved in any order of declaration', () => {
  const user = { $id: 'http://example.com/user', ...prop({ $ref: 'http://example.com/base#/definitions/n' }) }
  const base = { $id: 'http://example.com/base', definitions: { n: { type: 'integer' } } }
  const validate = compile({ $ref: 'http://example.com/user#' }, {}, [user, base])
  assert.equal(messageOf(validate, { a: 'x' }), '/a must be integer')
})

test('an unresolved reference fails to compile, and the error names it', () => {
  assert.throws(() => compile({ $ref: 'nowhere#' }), /nowhere/)
  assert.throws(() => compile(prop({ $ref: '#nowhere' })), /can't resolve reference #nowhere from id #/)
})

test('a recursive schema validates at every depth', () => {
  const tree = { $id: 'tree', ...prop({ type: 'array', items: { $ref: '#' } }) }
  const validate = compile({ $ref: 'tree#' }, {}, [tree])
  assert.equal(messageOf(validate, { a: [{ a: [{}] }] }), undefined)
  assert.equal(messageOf(validate, { a: [{ a: [{ a: { not: 'a list' } }] }] }), '/a/0/a/0/a must be array')
})

test('values are coerced to the types of the schema', () => {
  const types = { n: 'number', i: 'integer', b: 'boolean', s: 'string', z: 'null' }
  const properties = Object.fromEntries(Object.entries(types).map(([key, type]) => [key, { type }]))
  const data = { n: '1.5', i: '3', b: 'true', s: 7, z: '' }
  assert.equal(compile({ type: 'object', properties })(data), true)
  assert.deepEqual(data, { n: 1.5, i: 3, b: true, s: '7', z: null })
})

test('a single query value becomes an array, and an absent one its default', () => {
  const validate = compile(prop({ type: 'array', items: { type: 'string' }, default: [] }), {}, [], 'querystring')
  const query: Record<string, unknown> = Object.assign(Object.create(null), { a: 'x' })
  assert.equal(validate(query), true)
  assert.deepEqual(query.a, ['x'])
  const empty: Record<string, unknown> = Object.create(null)
  assert.equal(validate(empty), true)
  assert.deepEqual(empty.a, [])
})

test('missing properties are filled in with a fresh copy of the default', () => {
  const validate = compile(prop({ type: 'object', default: { list: [] } }))
  const [first, second]: Record<string, { list: unknown[] }>[] = [{}, {}]
  validate(first)
  first?.a?.list.push('changed')
  validate(second)
  assert.deepEqual(second, { a: { list: [] } })
})

test('additional properties are removed where the schema forbids them and kept elsewhere', () => {
  const closed = { a: 1, extra: 2 }
  compile({ ...prop({ type: 'integer' }), additionalProperties: false })(closed)
  assert.deepEqual(closed, { a: 1 })
  const open = { a: 1, extra: 2 }
  compile(prop({ type: 'integer' }))(open)
  assert.deepEqual(open, { a: 1, extra: 2 })
})

test('a list of types may contain null, and nullable adds it', () => {
  const validate = compile({
    type: 'object',
    properties: { a: { type: ['number', 'null'] }, b: { type: 'string', nullable: true } }
  })
  const data = { a: null, b: null }
  assert.equal(validate(data), true)
  assert.deepEqual(data, { a: null, b: null })
})

test('boolean schemas accept all or nothing', () => {
  assert.equal(messageOf(compile(true), { any: 1 }), undefined)
  assert.equal(messageOf(compile(false), {}), 'boolean schema is false')
})

test('a misspelt keyword fails to compile', () => {
  assert.throws(
    () => compile(prop({ type: 'string', maxLenght: 3 })),
    /'maxLenght' is no keyword\. Did you mean 'maxLength'/
  )
})

test('a class instance is validated by the values of its getters', () => {
  class Point {
    get x() {
      return 'wrong'
    }
  }
  assert.equal(
    messageOf(compile({ type: 'object', properties: { x: { type: 'integer' } } }), new Point()),
    '/x must be integer'
  )
})

test('patterns are Unicode patterns', () => {
  const validate = compile({ type: 'string', pattern: '^\\p{L}+(?:-\\p{L}+)*$' })
  assert.equal(messageOf(validate, 'été-夏'), undefined)
  assert.match(messageOf(validate, 'a_b') ?? '', /^must match pattern/)
})
