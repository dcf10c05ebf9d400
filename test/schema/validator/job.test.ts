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
  ['without references, whatever its branches', { anyOf: [{ type: 'string' }] }, {}, false],
  ['that leads back on one way', { type: 'object', properties: { a: self } }, {}, false],
  ['that leads back on two ways', { anyOf: [prop(self), prop(self)] }, {}, true],
  [
    'that leads back by a list that compares its items',
    { ...prop({ type: 'array', uniqueItems: true, items: self }) },
    {},
    true
  ],
  [
    'whose branches refer to what ends',
    { anyOf: [{ $ref: '#/definitions/n' }], definitions: { n: { type: 'null' } } },
    {},
    false
  ],
  ['that refers to a shared one on one way', { $ref: 'tree#' }, { tree }, false],
  ['with branches that refer to a shared one', { anyOf: [{ $ref: 'tree#' }] }, { tree }, true],
  ['that refers to a shared one with branches', { $ref: 'branches#' }, { branches }, true],
  ['that leads back, beside shared ones with branches', prop(self), { branches }, true],
  ['that refers to what ends, beside shared ones with branches', { $ref: 'address#' }, { branches, address }, false],
  ['without references, beside shared ones with branches', { type: 'string' }, { branches }, false],
  ['that JSON cannot hold, and leads back', { ...prop(self), isA: Date }, {}, true],
  ['that JSON cannot hold, and refers to nothing', { isA: Date }, {}, false]
] as [string, unknown, Shared, boolean][]) {
  test(`a schema ${what} is ${expected ? '' : 'not '}bounded`, () =>
    assert.equal(jobOf(schema, shared).recursive, expected))
}

test('own properties are told from inherited ones where a schema, or one that it may refer to, names such', () => {
  assert.equal(jobOf({ type: 'string' }).ownProperties, false)
  assert.equal(jobOf({ required: ['valueOf'] }).ownProperties, true)
  assert.equal(jobOf({ type: 'string' }, { address, a: { $id: 'a', required: ['valueOf'] } }).ownProperties, true)
  assert.equal(jobOf({ isA: Date }).ownProperties, true)
})

test('headers that use shared schemas get these in lower case, once for all; what uses none does not', () => {
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
  test(`an ordinary schema may wait to be compiled also with the option ${option}`, () => {
    for (const value of values) {
      const options = { customOptions: { [option]: value } }
      assert.equal(mayWait(prop({ type: 'string' }), options), true)
      assert.equal(mayWait({ type: 'text' }, options), false)
    }
  })
}

test('a schema may wait where it is ordinary, and nobody changes Ajv', () => {
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

test('an ordinary schema that JSON cannot hold is compiled beside shared ones', () => {
  const schema = { type: 'integer', examples: [() => 1] }
  assert.equal(mayWait(schema, {}, { address: { $id: 'address', type: 'object' } }), true)
  assert.equal(messageOf(compile(schema, {}, [{ $id: 'address', type: 'object' }]), 'x'), 'must be integer')
})

test('annotations beside a reference make no other function of its target', () => {
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

test('a schema by the id of a shared one is that one, whatever else it says', () => {
  const compiler = buildValidator({ address }, {})
  const one = (schema: unknown) => compiler({ schema, ...where, httpPart: 'body' })
  assert.equal(one({ $id: 'address' }), one(address))
  assert.equal(messageOf(one({ $id: 'address' }), {}), "must have required property 'zip'")
  assert.equal(
    messageOf(one({ $id: 'another', type: 'object', required: ['a'] }), {}),
    "must have required property 'a'"
  )
})

test('a schema may have an id that every object has as a property', () => {
  for (const $id of Object.getOwnPropertyNames(Object.prototype)) {
    const validate = compile({ $id, type: 'object', required: ['a'] })
    assert.equal(messageOf(validate, {}), "must have required property 'a'", $id)
    assert.equal(validate({ a: 1 }), true)
  }
})

test('schemas that refer to themselves by an id, or as a whole, do so among shared ones too', () => {
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
    'can be read in several ways',
    '^(?:a+)+$',
    /Rewrite its repetitions so that .*; "a", repeated, can be read in many\./
  ],
  [
    'is too large to tell',
    `^(?:${'(?:a?|b?)'.repeat(60)})*$`,
    /It is too large for that to be ruled out: make several patterns of it\./
  ]
] as const) {
  test(`a pattern that ${what} is refused with what to do about it`, () =>
    assert.throws(
      () => compile({ type: 'string', pattern }),
      (error: Error) => isError(error, 'ESP_ERR_SCH_UNSAFE') && message.test(error.message)
    ))
}
