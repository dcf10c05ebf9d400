import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildValidator, type ValidatorOptions } from '../../../src/schema/validator.ts'
import { address, compile, prop, where } from '../compiling.ts'

test('Ajv is created at the first schema, once for all contexts with the same shared schemas', () => {
  let count = 0
  const options: ValidatorOptions = { onCreate: () => count++ }
  const shared = { address }
  const compilers = [
    buildValidator(shared, options),
    buildValidator({ ...shared }, options),
    buildValidator({}, options)
  ]
  assert.equal(count, 0)
  for (const compiler of compilers) compiler({ schema: { type: 'string' }, ...where, httpPart: 'body' })
  assert.equal(count, 2)
})

test('equal schemas, references to one target and the id of a shared schema share one function', () => {
  const compiler = buildValidator({ address }, {})
  const one = (schema: unknown) => compiler({ schema, ...where, httpPart: 'body' })
  assert.equal(one(prop({ type: 'string' })), one(prop({ type: 'string' })))
  assert.notEqual(one(prop({ type: 'string' })), one(prop({ type: 'number' })))
  assert.equal(one({ $ref: 'address#' }), one({ $ref: 'address', description: 'where' }))
  assert.equal(one({ $ref: 'address#' }), one(address))
})

test('schemas that differ only in values that JSON cannot represent compile separately', () => {
  const isA = { keyword: 'isA', validate: (type: new () => unknown, data: unknown) => data instanceof type }
  const compiler = buildValidator({}, { customOptions: { keywords: [isA as never] } })
  const [date, map] = [Date, Map].map((isA) => compiler({ schema: { isA }, ...where, httpPart: 'body' }))
  assert.equal(date?.(new Date()), true)
  assert.equal(map?.(new Date()), false)
})

test('shared schemas and route schemas are not modified', () => {
  const shared = structuredClone(address)
  const schema = {
    headers: { type: 'object', required: ['X-A'], properties: { 'X-A': { type: 'string', default: 'd' } } }
  }
  const before = structuredClone(schema)
  compile(schema.headers, {}, [shared], 'headers')
  assert.deepEqual(shared, address)
  assert.deepEqual(schema, before)
})

test('a simple schema compiles once for all contexts with the same options object', () => {
  const options = {}
  const own = () => ({ type: 'object', properties: { id: { type: 'integer' } } })
  const point = (type: string) => ({ point: { $id: 'point', type } })
  const of = (shared: Record<string, unknown>, given: object, schema: object) =>
    buildValidator(shared, given)({ schema, method: 'POST', url: '/', httpPart: 'body' })
  const one = of({}, options, own())
  assert.equal(of(point('object'), options, own()), one)
  assert.equal(of(point('string'), options, own()), one)
  assert.notEqual(of({}, {}, own()), one)
  const refers = () => ({ type: 'object', properties: { at: { $ref: 'point#' } } })
  assert.equal(of(point('string'), options, refers())({ at: {} }), false)
  assert.equal(of(point('object'), options, refers())({ at: {} }), true)
})
