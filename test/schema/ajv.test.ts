import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { Ajv } from 'ajv'
import ajvErrors from 'ajv-errors'
import addFormats from 'ajv-formats'
import type { ValidatorOptions } from '../../src/schema/validator.ts'
import type { AjvPlugin } from '../../types/options.ts'
import { address, compile, messageOf, prop } from './compiling.ts'

// The package has no types.
const ajvMergePatch: AjvPlugin = createRequire(import.meta.url)('ajv-merge-patch')

test('validation stops at the first error unless allErrors is asked for', () => {
  const schema = { type: 'object', required: ['a', 'b', 'c'] }
  const one = compile(schema)
  one({})
  assert.equal((one.errors as unknown[]).length, 1)
  const all = compile(schema, { customOptions: { allErrors: true } })
  all({})
  assert.equal((all.errors as unknown[]).length, 3)
})

test('customOptions change the baseline', () => {
  const off = { coerceTypes: false, useDefaults: false, removeAdditional: false }
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { default: 1 } },
    additionalProperties: false
  }
  const validate = compile(schema, { customOptions: off })
  assert.equal(messageOf(validate, { a: '1' }), '/a must be integer')
  assert.equal(messageOf(validate, { extra: 1 }), 'must NOT have additional properties')
  const data = {}
  validate(data)
  assert.deepEqual(data, {})
})

test('formats are checked', () => {
  const validate = compile(prop({ type: 'string', format: 'email' }))
  assert.equal(messageOf(validate, { a: 'someone@example.com' }), undefined)
  assert.equal(messageOf(validate, { a: 'someone' }), '/a must match format "email"')
})

test('ajv-formats given as a plugin with its options replaces the default formats', () => {
  const plugins: AjvPlugin[] = [[addFormats.default as never, { mode: 'fast', formats: ['date'] }]]
  assert.doesNotThrow(() => compile(prop({ type: 'string', format: 'date' }), { plugins }))
  for (const format of ['email', 'url'])
    assert.throws(() => compile(prop({ type: 'string', format }), { plugins }), new RegExp(`'${format}' is no format`))
})

test('ajv-errors replaces messages by the author’s', () => {
  const options = { plugins: [ajvErrors.default as never], customOptions: { allErrors: true } }
  const schema = {
    ...prop({ type: 'number', minimum: 2, errorMessage: { minimum: 'should be at least two' } }),
    required: ['a'],
    errorMessage: { required: { a: 'we need a' } }
  }
  assert.equal(messageOf(compile(schema, options), { a: 1 }), '/a should be at least two')
  assert.equal(messageOf(compile(schema, options), {}), 'we need a')
})

test('ajv-merge-patch adds $merge and $patch, also over shared schemas', () => {
  const options = { plugins: [ajvMergePatch], customOptions: { logger: false as const } }
  const merged = { $merge: { source: prop({ type: 'string' }), with: { required: ['a'] } } }
  assert.equal(messageOf(compile(merged, options), {}), "must have required property 'a'")
  const patched = {
    $patch: { source: { $ref: 'address#' }, with: [{ op: 'add', path: '/properties/q', value: { type: 'number' } }] }
  }
  assert.equal(messageOf(compile(patched, options, [address]), { zip: '1', q: 'x' }), '/q must be number')
})

test('customOptions, plugins and onCreate add keywords and formats', () => {
  const seen: Ajv[] = []
  const isEven = { keyword: 'isEven', type: 'number', validate: (_: unknown, n: number) => n % 2 === 0 } as const
  const options: ValidatorOptions = {
    customOptions: { keywords: [isEven], formats: { upper: /^[A-Z]+$/ } },
    plugins: [((ajv: Ajv) => ajv.addKeyword('x-note')) as never],
    onCreate: (ajv) => seen.push(ajv)
  }
  const schema = {
    type: 'object',
    properties: { a: { type: 'number', isEven: true, 'x-note': 1 }, b: { type: 'string', format: 'upper' } }
  }
  const validate = compile(schema, options)
  assert.equal(messageOf(validate, { a: 3 }), '/a must pass "isEven" keyword validation')
  assert.equal(messageOf(validate, { b: 'low' }), '/b must match format "upper"')
  assert.equal(seen.length, 1)
})

test('mode JTD compiles JSON Type Definition', () => {
  const validate = compile(
    { properties: { a: { type: 'int32' } } },
    { mode: 'JTD', customOptions: { coerceTypes: false } }
  )
  assert.equal(messageOf(validate, { a: 1 }), undefined)
  assert.notEqual(messageOf(validate, { a: 'x' }), undefined)
})

test('a plugin other than ajv-formats leaves the default formats in place', () => {
  const plugins = [(() => {}) as AjvPlugin]
  assert.equal(
    messageOf(compile(prop({ type: 'string', format: 'email' }), { plugins }), { a: 'x' }),
    '/a must match format "email"'
  )
})

test('a pattern from $data that can take exponential time does not match', () => {
  const schema = {
    type: 'object',
    properties: { p: { type: 'string' }, a: { type: 'string', pattern: { $data: '1/p' } } }
  }
  const validate = compile(schema, { customOptions: { $data: true } })
  assert.equal(messageOf(validate, { p: '^b+$', a: 'bb' }), undefined)
  assert.match(messageOf(validate, { p: '^b+$', a: 'c' }) ?? '', /^\/a must match pattern/)
  assert.match(messageOf(validate, { p: '^(a+)+$', a: 'a' }) ?? '', /^\/a must match pattern/)
})

test('required and uniqueItems from $data check own properties and equal items', () => {
  const options = { customOptions: { $data: true } }
  const required = compile({ type: 'object', required: { $data: '/names' } }, options)
  assert.equal(messageOf(required, { names: ['toString'] }), "must have required property 'toString'")
  const list = { type: 'object', properties: { list: { type: 'array', uniqueItems: { $data: '1/isSet' } } } }
  const validate = compile(list, options)
  assert.match(messageOf(validate, { list: [1, 1], isSet: true }) ?? '', /^\/list must NOT have duplicate items/)
  assert.equal(messageOf(validate, { list: [1, 1], isSet: false }), undefined)
  assert.equal(messageOf(validate, { list: [1, 1] }), undefined)
})

test('a number that is not finite is reported with every declared type', () => {
  const validate = compile(prop({ type: ['integer', 'null'] }))
  assert.equal(validate({ a: '1e999' }), false)
  const [error] = validate.errors as { params: object; message: string }[]
  assert.deepEqual(error?.params, { type: ['integer', 'null'] })
  assert.equal(error?.message, 'must be integer,null')
})
