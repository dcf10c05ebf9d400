import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAjvFunction } from '../../src/schema/ajv-function.ts'
import { readCompiled } from '../../src/schema/compiled.ts'
import { createSerializerKeys, createValidatorKeys, nameBuild } from '../../src/schema/schema-key.ts'
import type { Validate } from '../../src/schema/validator.ts'

const point = { $id: 'point', type: 'object', properties: { x: { type: 'integer' } } }
const schema = { type: 'object', properties: { at: { $ref: 'point#' } } }
const other = { type: 'object', properties: { a: { type: 'integer' } } }
const isA = { type: 'object', isA: Date }
const body = { method: 'POST', url: '/books', httpPart: 'body' } as const
const answer = { method: 'GET', url: '/books', httpStatus: '2xx' } as const

const validatorKey = createValidatorKeys({ point }, {})({ ...body, schema }).key as string
const serializerKey = createSerializerKeys({ point }, {})({ ...answer, schema }) as string

function compiledModule() {
  const counts = { validators: 0, serializers: 0 }
  const factories = readCompiled({
    build: nameBuild(),
    validators: {
      [validatorKey]: () => {
        counts.validators++
        return () => 'found'
      }
    },
    serializers: {
      [serializerKey]: () => {
        counts.serializers++
        return () => 'found'
      }
    }
  } as never)
  return { counts, ...factories }
}

test('a compiled module of another release is refused with both releases', () => {
  const stale = { build: 'espalier@0.0.0', validators: {}, serializers: {} }
  assert.throws(() => readCompiled(stale as never), {
    code: 'ESP_ERR_COMPILED_STALE',
    message: new RegExp(`this installation: they were made by espalier@0\\.0\\.0, and this is ${nameBuild()}`)
  })
})

test('a function of a compiled module is found by its key and created once, at first use', () => {
  const { counts, buildValidator, buildSerializer } = compiledModule()
  const validators = buildValidator({ point })
  const serializers = buildSerializer({ point })
  assert.deepEqual(counts, { validators: 0, serializers: 0 })
  const validate = validators({ ...body, schema })
  assert.equal(validate({}), 'found')
  assert.equal(validators({ ...body, url: '/others', schema: structuredClone(schema) }), validate)
  const serialize = serializers({ ...answer, schema })
  assert.equal(serialize({}), 'found')
  assert.equal(serializers({ ...answer, schema: structuredClone(schema) }), serialize)
  assert.deepEqual(counts, { validators: 1, serializers: 1 })
})

test('a validator read from a compiled module is marked as one of Ajv', () => {
  const { buildValidator } = compiledModule()
  assert.equal(isAjvFunction(buildValidator({ point })({ ...body, schema })), true)
  assert.equal(isAjvFunction((() => true) as Validate), false)
})

test('a schema that is absent from the compiled module, or that has no key, is compiled on demand', () => {
  const { counts, buildValidator, buildSerializer } = compiledModule()
  assert.equal(buildValidator()({ ...body, schema: other })({ a: 'x' }), false)
  assert.equal(buildValidator({}, { customOptions: { keywords: ['isA'] } })({ ...body, schema: isA })([]), false)
  assert.equal(buildSerializer()({ ...answer, schema: other })({ a: '1', b: 2 }), '{"a":1}')
  assert.equal(buildSerializer({}, { rounding: 'ceil' })({ ...answer, schema: other })({ a: 1.2 }), '{"a":2}')
  assert.equal(buildSerializer()({ ...answer, schema: { ...other, isA: Date } })({ a: '1', b: 2 }), '{"a":1}')
  assert.deepEqual(counts, { validators: 0, serializers: 0 })
})

test('schemas in the module are deferrable, those without a key are not, and an absent one throws with its route', () => {
  const { counts, buildValidator, buildSerializer } = compiledModule()
  const [validators, serializers] = [buildValidator({ point }), buildSerializer({ point })]
  assert.equal(validators.mayWait?.({ ...body, schema }), true)
  assert.equal(serializers.mayWait?.({ ...answer, schema }), true)
  assert.equal(validators.mayWait?.({ ...body, schema: isA }), false)
  assert.equal(serializers.mayWait?.({ ...answer, schema: isA }), false)
  assert.throws(() => validators.mayWait?.({ ...body, schema: other }), {
    code: 'ESP_ERR_COMPILED_STALE',
    message: /do not match POST \/books: its body schema is not among them/
  })
  assert.throws(() => serializers.mayWait?.({ ...answer, schema: other }), {
    code: 'ESP_ERR_COMPILED_STALE',
    message: /do not match GET \/books: its response 2xx schema is not among them/
  })
  assert.throws(() => serializers.mayWait?.({ ...answer, schema: { toString: { type: 'text' } } }), /is not among them/)
  assert.deepEqual(counts, { validators: 0, serializers: 0 })
})
