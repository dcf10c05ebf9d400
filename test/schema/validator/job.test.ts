import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isError } from '../../../src/error/error.ts'
import { buildValidator, createJobs, type ValidatorOptions } from '../../../src/schema/validator.ts'
import { address, compile, messageOf, prop, where } from '../compiling.ts'

type Shared = Record<string, unknown>

const jobOf = (schema: unknown, shared: Shared = {}, httpPart: 'body' | 'headers' = 'body') =>
  createJobs(shared)({ ...where, schema, httpPart })
const self = { $ref: '#' }
const tree = { $id: 'tree', ...prop({ $ref: 'tree#' }) }
const branches = { $id: 'branches', anyOf: [prop(self), prop({ type: 'integer' })] }

for (const [what, schema, shared, expected] of [
  ['without references', { anyOf: [{ type: 'string' }] }, {}, false],
  ['with one recursive reference', { type: 'object', properties: { a: self } }, {}, false],
  ['with two recursive references in a union', { anyOf: [prop(self), prop(self)] }, {}, true],
  [
    'with a recursive reference in uniqueItems',
    { ...prop({ type: 'array', uniqueItems: true, items: self }) },
    {},
    true
  ],
  [
    'whose members refer to a definition without references',
    { anyOf: [{ $ref: '#/definitions/n' }], definitions: { n: { type: 'null' } } },
    {},
    false
  ],
  ['that refers once to a recursive shared one', { $ref: 'tree#' }, { tree }, false],
  ['with members that refer to a recursive shared one', { anyOf: [{ $ref: 'tree#' }] }, { tree }, true],
  ['that refers to a shared one with recursive members', { $ref: 'branches#' }, { branches }, true],
  ['that is recursive, beside shared ones with members', prop(self), { branches }, true],
  ['that refers to a plain shared one, beside a recursive one', { $ref: 'address#' }, { branches, address }, false],
  ['without references, beside a recursive shared one', { type: 'string' }, { branches }, false],
  ['that JSON cannot represent, with a recursive reference', { ...prop(self), isA: Date }, {}, true],
  ['that JSON cannot represent, without references', { isA: Date }, {}, false]
] as [string, unknown, Shared, boolean][]) {
  test(`a schema ${what} ${expected ? 'is' : 'is not'} compiled with a limit of work`, () =>
    assert.equal(jobOf(schema, shared).recursive, expected))
}

test('own properties are checked if the schema or a shared one names an inherited property, or is unknown', () => {
  assert.equal(jobOf({ type: 'string' }).ownProperties, false)
  assert.equal(jobOf({ required: ['valueOf'] }).ownProperties, true)
  assert.equal(jobOf({ type: 'string' }, { address, a: { $id: 'a', required: ['valueOf'] } }).ownProperties, true)
  assert.equal(jobOf({ isA: Date }).ownProperties, true)
})

test('headers that use shared schemas get one lower-cased copy of these, other headers get none', () => {
  const shared = { auth: { $id: 'auth', required: ['X-Token'] }, other: { $id: 'other', properties: { 'X-A': true } } }
  const lower = [
    { $id: 'auth', required: ['x-token'] },
    { $id: 'other', properties: { 'x-a': true } }
  ]
  const toJob = createJobs(shared)
  const ask = (schema: unknown, httpPart: 'body' | 'headers' = 'headers') => toJob({ ...where, schema, httpPart })
  const job = ask({ $ref: 'auth#', title: 'X-Y' })
  assert.deepEqual(job.shared, lower)
  assert.deepEqual(job.schema, { $ref: 'auth#', title: 'X-Y' })
  assert.equal(ask(prop({ $ref: 'other#/properties/X-A' })).shared, job.shared)
  assert.deepEqual(ask({ $id: 'auth', required: ['X-Token'] }).shared, lower)
  for (const schema of [prop(self), { required: ['X-B'] }, { $id: 'own' }, { $id: 'toString' }, { $id: 1 }, true])
    assert.equal(ask(schema).shared, undefined)
  assert.deepEqual(ask({ required: ['X-B'] }).schema, { required: ['x-b'] })
  assert.deepEqual(ask({ required: ['X-B'] }, 'body').schema, { required: ['X-B'] })
  assert.equal(ask({ $ref: 'auth#' }, 'body').shared, undefined)
})

const mayWait = (schema: unknown, options: ValidatorOptions, shared: Shared = {}) =>
  buildValidator(shared, options).mayWait?.({ ...where, schema, httpPart: 'body' })

for (const [option, values] of Object.entries({
  coerceTypes: [true, false],
  useDefaults: [false],
  removeAdditional: ['all'],
  allErrors: [true],
  messages: [false],
  verbose: [true],
  ownProperties: [true]
})) {
  test(`a simple schema is deferrable with the option ${option}`, () => {
    for (const value of values) {
      const options = { customOptions: { [option]: value } }
      assert.equal(mayWait(prop({ type: 'string' }), options), true)
      assert.equal(mayWait({ type: 'text' }, options), false)
    }
  })
}

test('a schema is deferrable if it is simple and Ajv is not customized', () => {
  const schema = prop({ type: 'string' })
  assert.equal(mayWait(schema, {}), true)
  assert.equal(mayWait(schema, { plugins: [] }), true)
  assert.equal(mayWait({ $ref: 'address#' }, {}, { address: { $id: 'address', ...schema } }), true)
  assert.equal(mayWait({ $ref: 'other#' }, {}, { address: { $id: 'address', ...schema } }), false)
  for (const options of [
    { customOptions: { strict: false } },
    { customOptions: { allErrors: true, $data: true } },
    { plugins: [() => {}] },
    { onCreate: () => {} },
    { mode: 'JTD' }
  ] as ValidatorOptions[])
    assert.equal(mayWait(schema, options), false)
})

test('a simple schema that JSON cannot represent compiles beside shared ones', () => {
  const schema = { type: 'integer', examples: [() => 1] }
  assert.equal(mayWait(schema, {}, { address: { $id: 'address', type: 'object' } }), true)
  assert.equal(messageOf(compile(schema, {}, [{ $id: 'address', type: 'object' }]), 'x'), 'must be integer')
})

test('annotations beside a reference share the function of its target', () => {
  const compiler = buildValidator({ address }, {})
  const one = (schema: unknown) => compiler({ schema, ...where, httpPart: 'body' })
  const target = one({ $ref: 'address#' })
  for (const keyword of ['$comment', 'title', 'description'])
    assert.equal(one({ $ref: 'address#', [keyword]: 'a' }), target, keyword)
  for (const keyword of ['deprecated', 'readOnly', 'writeOnly'])
    assert.equal(one({ $ref: 'address#', [keyword]: true }), target, keyword)
  assert.equal(one({ $ref: 'address#', examples: [] }), target)
  assert.notEqual(one({ $ref: 'address#', required: ['country'] }), target)
  assert.notEqual(one({ $ref: 'address#/definitions/city' }), target)
})

test('a schema with the $id of a shared one is that schema', () => {
  const compiler = buildValidator({ address }, {})
  const one = (schema: unknown) => compiler({ schema, ...where, httpPart: 'body' })
  assert.equal(one({ $id: 'address' }), one(address))
  assert.equal(messageOf(one({ $id: 'address' }), {}), "must have required property 'zip'")
  assert.equal(
    messageOf(one({ $id: 'another', type: 'object', required: ['a'] }), {}),
    "must have required property 'a'"
  )
})

test('an $id may be the name of an inherited property', () => {
  for (const $id of Object.getOwnPropertyNames(Object.prototype)) {
    const validate = compile({ $id, type: 'object', required: ['a'] })
    assert.equal(messageOf(validate, {}), "must have required property 'a'", $id)
    assert.equal(validate({ a: 1 }), true)
  }
})

test('schemas refer to themselves by $id or as a whole, beside shared schemas', () => {
  const own = (type: string) => ({ $id: 'own', ...prop({ anyOf: [{ type }, { $ref: 'own#' }, { $ref: 'address#' }] }) })
  const [integer, boolean] = ['integer', 'boolean'].map((type) => compile(own(type), {}, [address]))
  const whole = compile(prop({ anyOf: [{ $ref: '#' }, { $ref: '#/' }, { $ref: 'address#' }] }), {}, [address])
  for (const [validate, good, bad] of [
    [integer, { a: { a: 1 } }, { a: { a: [1, 2] } }],
    [boolean, { a: { a: true } }, { a: { a: 7 } }],
    [whole, { a: { a: {} } }, { a: { a: 7 } }]
  ] as const) {
    assert.equal(validate?.(good), true)
    assert.equal(validate?.({ a: { zip: '8000' } }), true)
    assert.equal(validate?.(bad), false)
  }
})

for (const [what, pattern, message] of [
  [
    'matches a text in several ways',
    '^(?:a+)+$',
    /Rewrite its repetitions so that .*; "a", repeated, can be read in many\./
  ],
  [
    'is too large to analyze',
    `^(?:${'(?:a?|b?)'.repeat(60)})*$`,
    /It is too large for that to be ruled out: make several patterns of it\./
  ]
] as const) {
  test(`a pattern that ${what} is refused with advice`, () =>
    assert.throws(
      () => compile({ type: 'string', pattern }),
      (error: Error) => isError(error, 'ESP_ERR_SCH_UNSAFE') && message.test(error.message)
    ))
}
