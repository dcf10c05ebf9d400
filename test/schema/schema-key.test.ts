import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSerializerKeys, createValidatorKeys, nameBuild } from '../../src/schema/schema-key.ts'
import type { ValidatorOptions, ValidatorRequest } from '../../src/schema/validator.ts'

const route = { method: 'POST', url: '/' }
const point = { $id: 'point', type: 'object', properties: { x: { type: 'integer' } } }
const schema = { type: 'object', properties: { at: { $ref: 'point#' } } }

const validatorKey = (
  schema: unknown,
  shared: Record<string, unknown> = {},
  options: ValidatorOptions = {},
  httpPart: ValidatorRequest['httpPart'] = 'body'
) => createValidatorKeys(shared, options)({ ...route, schema, httpPart }).key

const serializerKey = (schema: unknown, shared: Record<string, unknown> = {}, options: object = {}) =>
  createSerializerKeys(shared, options)({ ...route, httpStatus: '200', schema })

function assertDistinct(keys: readonly (string | undefined)[]) {
  for (const key of keys) assert.match(String(key), /^[\w-]{22}$/)
  assert.equal(new Set(keys).size, keys.length)
}

test('schemas share a key exactly if their JSON is equal', () => {
  const json = fc.oneof(fc.object({ key: fc.constantFrom('a', 'b', 'type'), maxDepth: 2 }), fc.boolean())
  const properties = fc.tuple(json, json).map((pair) => JSON.parse(JSON.stringify(pair)))
  fc.assert(
    fc.property(properties, ([one, other]) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other)
      assert.equal(validatorKey(one) === validatorKey(other), isSame)
      assert.equal(serializerKey(one) === serializerKey(other), isSame)
      assert.equal(validatorKey(one), validatorKey(structuredClone(one)))
      assert.equal(serializerKey(one), serializerKey(structuredClone(one)))
    })
  )
})

test('the key of a validator depends on schema, shared schemas, lower case and the options of Ajv', () => {
  const other = { ...point, properties: {} }
  assertDistinct([
    validatorKey(schema),
    validatorKey(schema, { point }),
    validatorKey(schema, { point: other }),
    validatorKey(schema, { point, other: { $id: 'other' } }),
    validatorKey(schema, { point }, {}, 'headers'),
    validatorKey(schema, {}, { customOptions: { allErrors: true } }),
    validatorKey(schema, {}, { customOptions: { coerceTypes: false } }),
    validatorKey(schema, {}, { isGuarded: false })
  ])
})

test('omitted, empty and disabled options do not change the key', () => {
  const options: ValidatorOptions[] = [
    { customOptions: {} },
    { plugins: [] },
    { customOptions: { $data: false } },
    JSON.parse('{}')
  ]
  const [empty, noPlugins, noData, none] = options.map((one) => validatorKey(schema, {}, one))
  assert.equal(empty, none)
  assert.equal(noPlugins, none)
  assert.match(String(noData), /^[\w-]{22}$/)
  assert.equal(validatorKey(schema, { point }, {}, 'querystring'), validatorKey(schema, { point }, {}, 'params'))
})

test('a validator that cannot be written has no key', () => {
  for (const options of [
    { plugins: [() => {}] },
    { onCreate: () => {} },
    { mode: 'JTD' },
    { customOptions: { $data: true } },
    { customOptions: { code: { esm: true } } },
    { customOptions: { formats: { upper: /^[A-Z]+$/ } } },
    { customOptions: { keywords: [{ keyword: 'even', validate: () => true }] } }
  ] as ValidatorOptions[]) {
    assert.equal(validatorKey({ type: 'string' }, {}, options), undefined)
  }
  assert.equal(validatorKey({ isA: Date }), undefined)
  assert.equal(validatorKey({ type: 'string' }, { date: { $id: 'date', isA: Date } }), undefined)
})

test('a job contains the key of its validator', () => {
  const job = createValidatorKeys({ point }, {})({ ...route, schema, httpPart: 'body' })
  assert.deepEqual(job, {
    schema,
    fingerprint: JSON.stringify(schema),
    ownProperties: false,
    recursive: false,
    encoding: undefined,
    shared: undefined,
    key: validatorKey(schema, { point })
  })
  const nameless = createValidatorKeys({}, { mode: 'JTD' })({ ...route, schema, httpPart: 'body' })
  assert.deepEqual(nameless, { ...job, key: undefined })
})

test('the key of a serializer depends on schema, shared schemas and options', () => {
  assertDistinct([
    serializerKey(schema),
    serializerKey({ ...schema, title: 'a' }),
    serializerKey(schema, { point }),
    serializerKey(schema, { point: { ...point, properties: {} } }),
    serializerKey(schema, {}, { rounding: 'ceil' })
  ])
})

test('a serializer that cannot be written has no key', () => {
  assert.equal(serializerKey({ isA: Date }), undefined)
  assert.equal(serializerKey(schema, { date: { $id: 'date', isA: Date } }), undefined)
  assert.equal(serializerKey(schema, {}, { ajv: { formats: { upper: /^[A-Z]+$/ } } }), undefined)
})

test('the name of a build contains the versions of espalier, ajv and fast-json-stringify', () => {
  const require = createRequire(import.meta.url)
  const names = ['espalier', 'ajv', 'fast-json-stringify']
  assert.equal(nameBuild(), names.map((name) => `${name}@${require(`${name}/package.json`).version}`).join(' '))
})
