/** Compares unions in requests with union-model.ts, a model of docs/validation.md, for random schemas and values. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ajv, SchemaValidateFunction } from 'ajv'
import fc from 'fast-check'
import { createAjv } from '../../src/schema/ajv.ts'
import type { HttpPart } from '../../src/schema/route-schema.ts'
import { createUnionAjv } from '../../src/schema/union.ts'
import type { Validate, ValidatorOptions } from '../../src/schema/validator.ts'
import type { AjvPlugin } from '../../types/options.ts'
import { budget, fixed } from '../fuzz/budget.ts'
import { compile } from './compiling.ts'
import { Model } from './union-model.ts'
import { type Sample, samples, scalars, texts } from './union-sample.ts'

const refused = 'refused'

function gotten(validate: Validate, value: unknown): unknown {
  const holder = { data: structuredClone(value) }
  return validate(holder.data, { parentData: holder, parentDataProperty: 'data' }) === true ? holder.data : refused
}

function expected({ schema, shared, value }: Sample, isText: boolean): unknown {
  const taken = new Model(schema, shared, isText).take(schema, value)
  return taken === undefined ? refused : taken.value
}

/** With these options, Ajv checks and compiles every schema at boot. */
const atBoot: ValidatorOptions = { customOptions: { loopRequired: 200, logger: false } }
const whenCalled: ValidatorOptions = {}

const places: readonly (readonly [HttpPart, readonly unknown[]])[] = [
  ['body', scalars],
  ['querystring', texts],
  ['headers', texts]
]

for (const [httpPart, own] of places) {
  test(`a union in the ${httpPart} takes the first member that the value matches, and leaves the value otherwise unchanged`, () => {
    fc.assert(
      fc.property(samples(own), fc.constantFrom(atBoot, whenCalled), (sample, options) => {
        const validate = compile(sample.schema, options, Object.values(sample.shared), httpPart)
        assert.deepEqual(gotten(validate, sample.value), expected(sample, httpPart !== 'body'))
      }),
      budget(300)
    )
  })
}

test('a recursive member converts a text that another member refuses', () => {
  const number = { anyOf: [{ type: 'number' }, { type: 'object', properties: { p: { $ref: '#/definitions/d' } } }] }
  for (const keyword of ['anyOf', 'oneOf'])
    for (const members of [
      [{ $ref: '#/definitions/d' }, { const: 'z' }],
      [{ const: 'z' }, { allOf: [{ $ref: '#/definitions/d' }] }, { type: 'array', items: { type: 'null' } }]
    ]) {
      const schema = { type: 'object', properties: { a: { [keyword]: members } }, definitions: { d: number } }
      for (const options of [atBoot, whenCalled])
        assert.deepEqual(gotten(compile(schema, options, [], 'querystring'), { a: '0' }), { a: 0 })
    }
})

const closed = (kind: string, more: object = {}) => ({
  type: 'object',
  required: ['kind', ...Object.keys(more)],
  properties: { kind: { type: 'string', const: kind }, ...more },
  additionalProperties: false
})
const text = { type: 'string' }
const integer = { type: 'integer' }
const payment = { anyOf: [closed('card'), closed('iban', { iban: text })] }
const oneOrMany = { oneOf: [integer, { type: 'array', items: integer }] }
const filled = { anyOf: [{ type: 'object', properties: { n: { ...integer, default: 7 } } }, { type: 'null' }] }

const examples: readonly (readonly [what: string, part: HttpPart, schema: object, value: unknown, gets: unknown])[] = [
  ['a closed member in first place', 'body', payment, { kind: 'iban', iban: 'DE1' }, { kind: 'iban', iban: 'DE1' }],
  [
    'an undeclared property of a closed member',
    'body',
    payment,
    { kind: 'iban', iban: 5, pin: 1 },
    { kind: 'iban', iban: '5' }
  ],
  ['null beside a text member', 'body', { anyOf: [text, { type: 'null' }] }, null, null],
  [
    'an array of one item beside a text member',
    'body',
    { anyOf: [text, { type: 'array', items: text }] },
    ['x'],
    ['x']
  ],
  ['an integer in oneOf', 'body', oneOrMany, 5, 5],
  ['an array in oneOf', 'body', oneOrMany, [5], [5]],
  ['an array in oneOf that is too long for an integer', 'body', oneOrMany, ['5', 6], [5, 6]],
  ['a value that two members of oneOf match', 'body', { oneOf: [integer, { type: 'number' }] }, 5, refused],
  ['a boolean in oneOf', 'body', { oneOf: [{ type: 'boolean' }, text] }, true, true],
  ['a default in a member', 'body', filled, {}, { n: 7 }],
  ['null without a default', 'body', filled, null, null],
  ['a text that may be an integer', 'querystring', { anyOf: [integer, text] }, '12', 12],
  ['a text that stays one in JSON', 'body', { anyOf: [integer, text] }, '12', '12'],
  ['an integer or a boolean', 'querystring', { oneOf: [integer, { type: 'boolean' }] }, '5', 5],
  ['null beside a text member', 'querystring', { anyOf: [text, { type: 'null' }] }, null, null]
]

for (const [what, part, schema, value, gets] of examples) {
  test(`${what}, in the ${part}: ${JSON.stringify(value)} becomes ${JSON.stringify(gets)}`, () => {
    const wrapped = { type: 'object', properties: { v: schema } }
    for (const options of [atBoot, whenCalled]) {
      const expectedValue = gets === refused ? refused : { v: gets }
      assert.deepEqual(gotten(compile(wrapped, options, [], part), { v: value }), expectedValue)
    }
  })
}

test('a member that is a local or shared reference fills in the defaults of its target', () => {
  const target = { type: 'object', properties: { n: { ...integer, default: 7 } } }
  const unionOf = ($ref: string) => ({ type: 'object', properties: { v: { anyOf: [{ $ref }, { type: 'null' }] } } })
  const local = { ...unionOf('#/definitions/filled'), definitions: { filled: target } }
  for (const options of [atBoot, whenCalled]) {
    assert.deepEqual(gotten(compile(local, options), { v: {} }), { v: { n: 7 } })
    const shared = compile(unionOf('filled#'), options, [{ $id: 'filled', ...target }])
    assert.deepEqual(gotten(shared, { v: {} }), { v: { n: 7 } })
  }
})

const messagesOf = (schema: object, value: unknown) => {
  const validate = compile(schema)
  assert.equal(validate(value), false)
  return (validate.errors as { message: string; instancePath: string }[]).map(
    ({ instancePath, message }) => `${instancePath} ${message}`
  )
}

test('the error reports what the nearest member lacks and names that member', () => {
  const nearest = ' must match a schema in anyOf; nearest is number 2 (kind "iban")'
  assert.deepEqual(messagesOf(payment, { kind: 'iban', iban: {} }), ['/iban must be string', nearest])
  assert.deepEqual(messagesOf(payment, { kind: 'iban' }), [" must have required property 'iban'", nearest])
  const shapes = { anyOf: ['ab', 'xyz'].map((names) => ({ type: 'object', required: [...names] })) }
  assert.deepEqual(messagesOf(shapes, { x: 1, y: 2 })[0], " must have required property 'z'")
})

test('if no member is nearer than the others, the error reports what each one lacks', () => {
  const scalars = { anyOf: [integer, { type: 'boolean' }] }
  const lacks = [' must be integer', ' must be boolean', ' must match a schema in anyOf']
  assert.deepEqual(messagesOf(scalars, 'x'), lacks)
})

test('a member may compare with $data outside of its union', () => {
  const limit = { ...integer, maximum: { $data: '1/most' } }
  const schema = { type: 'object', properties: { v: { anyOf: [limit, { type: 'null' }] }, most: integer } }
  const validate = compile(schema, { customOptions: { $data: true } })
  assert.deepEqual(gotten(validate, { most: 5, v: '4' }), { most: 5, v: 4 })
  assert.equal(gotten(validate, { most: 5, v: 6 }), refused)
})

test('a refused value is left unchanged', () => {
  const value = { kind: 'iban', iban: {}, pin: 1 }
  const given = structuredClone(value)
  const both = { anyOf: [closed('iban', { iban: text }), closed('iban', { iban: integer })] }
  assert.equal(compile(both)(given), false)
  assert.equal(JSON.stringify(given), JSON.stringify(value))
})

const upper: AjvPlugin = (ajv) => {
  const inPlace: SchemaValidateFunction = (_schema, value: string, _parent, at) => {
    if (at !== undefined) at.parentData[at.parentDataProperty] = value.toUpperCase()
    return true
  }
  return (ajv as Ajv).addKeyword({
    keyword: 'upper',
    type: 'string',
    modifying: true,
    before: 'pattern',
    validate: inPlace
  })
}
const shouted = (text: string) => ({ type: 'string', upper: true, pattern: `^${text}$` })

test('a custom keyword modifies a value only for the member that is taken', () => {
  const options = { plugins: [upper] }
  const kinds = ['CARD', 'IBAN'].map((kind) => ({
    ...closed('', { n: integer }),
    properties: { kind: shouted(kind), n: integer }
  }))
  for (const [schema, value, gets] of [
    [{ anyOf: [shouted('A'), text] }, 'b', 'b'],
    [{ anyOf: [shouted('A'), text] }, 'a', 'A'],
    [{ oneOf: [shouted('A'), shouted('B')] }, 'b', 'B'],
    [{ anyOf: [closed('x'), ...kinds] }, { kind: 'iban', n: '5' }, { kind: 'IBAN', n: 5 }]
  ] as const) {
    const validate = compile({ type: 'object', properties: { v: schema } }, options)
    assert.deepEqual(gotten(validate, { v: value }), { v: gets })
  }
})

test('an asynchronous validator takes the first member that the value matches', async () => {
  const known: AjvPlugin = (ajv) =>
    (ajv as Ajv).addKeyword({
      keyword: 'known',
      async: true,
      type: 'string',
      validate: async (_: unknown, id: string) => id === 'DE1'
    })
  const transfer = closed('iban', { iban: { type: 'string', known: true } })
  for (const schema of [{ anyOf: [closed('card'), transfer] }, { oneOf: [transfer, closed('card')] }]) {
    const validate = compile({ $async: true, ...schema }, { plugins: [known] })
    for (const value of [
      { kind: 'iban', iban: 'DE1' },
      { kind: 'iban', iban: ['DE1'], pin: 1 }
    ])
      assert.deepEqual(await validate(value), { kind: 'iban', iban: 'DE1' })
    await assert.rejects(
      async () => validate({ kind: 'iban', iban: 'DE2' }),
      ({ errors }: { errors: object[] }) => {
        const [first, last] = errors as { instancePath: string; message: string }[]
        assert.equal(first?.instancePath, '/iban')
        assert.match(String(last?.message), /nearest is number \d \(kind "iban"\)$/)
        return true
      }
    )
  }
})

test('the nearest member in an error is a member of the union, and its errors are its own', () => {
  const told = /^must match .*; nearest is number (\d+)(?: |$)/
  let named = 0
  const law = fc.property(samples(scalars), fc.constantFrom('anyOf', 'oneOf'), ({ schema, shared, value }, keyword) => {
    const root = {
      $id: 'root',
      [keyword]: schema.anyOf ?? schema.oneOf ?? [schema.allOf?.[0] ?? closed('x'), schema],
      definitions: schema.definitions
    }
    const all = [...Object.values(shared), root]
    const errorsOf = (validate: Validate) => {
      validate(structuredClone(value))
      return ((validate.errors ?? []) as { instancePath: string; message: string }[]).map(
        ({ instancePath, message }) => [instancePath, message]
      )
    }
    const found = errorsOf(compile({ $ref: 'root#' }, atBoot, all))
    const [path, message] = found.at(-1) ?? []
    const number = told.exec(String(message))?.[1]
    if (path !== '' || number === undefined) return
    named++
    const alone = compile({ $ref: `root#/${keyword}/${Number(number) - 1}` }, atBoot, all)
    assert.deepEqual(found.slice(0, -1), errorsOf(alone))
  })
  fc.assert(law, fixed(150))
  assert.ok(named > 20, `${named} were named`)
  fc.assert(law, budget(350))
})

test('a schema without unions compiles to the same source as with plain Ajv', () => {
  const schema = { ...closed('card', { n: integer }), definitions: { n: integer } }
  const textOf = (make: (options: ValidatorOptions) => Ajv) => {
    const written: string[] = []
    const process = (code: string) => written[written.push(code) - 1] as string
    make({ customOptions: { code: { process } } }).compile(schema)
    return written.at(-1)
  }
  const instance = { ownProperties: false, trusted: false, recursive: false }
  const expectedText = textOf((options) => createAjv([], options, instance))
  assert.match(String(expectedText), /^const schema/)
  for (const encoding of [undefined, 'json', 'text'] as const)
    assert.equal(
      textOf((options) => createUnionAjv([], options, instance, encoding)),
      expectedText
    )
})
