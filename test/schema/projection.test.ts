import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import fastJsonStringify from 'fast-json-stringify'
import { withProjection } from '../../src/schema/projection.ts'
import { budget, fixed } from '../fuzz/budget.ts'

const names = ['a', 'b', 'c', '$d', '_e', 'class', 'id']
const nullable = fc.constantFrom({}, {}, { nullable: true })

interface Schema {
  type: string | readonly string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  nullable?: boolean
}

const primitive: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean') }),
  fc.record({ type: fc.constantFrom('string', 'integer'), nullable: fc.boolean() }),
  fc.record({
    type: fc.constantFrom(['string', 'null'], ['null', 'integer'], ['number', 'null'], ['boolean', 'null'])
  }),
  fc.record({ type: fc.constant('string'), minLength: fc.nat(2), format: fc.constantFrom('email', 'uuid') }),
  fc.record({
    type: fc.constant('string'),
    enum: fc.uniqueArray(fc.string(), { minLength: 1 }),
    description: fc.string()
  }),
  fc.record({
    type: fc.constant('integer'),
    multipleOf: fc.constant(2),
    exclusiveMinimum: fc.nat(),
    readOnly: fc.boolean()
  })
)

const structureOf = (value: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, noNullPrototype: true }),
      picks: fc.array(fc.boolean(), { minLength: names.length, maxLength: names.length }),
      rest: fc.constantFrom({}, { additionalProperties: false })
    })
    .map(({ properties, picks, rest }) => {
      const required = Object.keys(properties).filter((_, at) => picks[at])
      return { type: 'object', properties, required, ...rest }
    })

const listOf = (items: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  items.map((schema) => ({ type: 'array', items: schema, uniqueItems: true, $comment: 'bounds are not written' }))
const maybeNull = (schema: fc.Arbitrary<Schema>) =>
  fc.tuple(schema, nullable).map(([one, more]) => ({ ...one, ...more }))

const inner = fc.oneof(
  { weight: 4, arbitrary: primitive },
  { weight: 1, arbitrary: maybeNull(listOf(primitive)) },
  { weight: 1, arbitrary: maybeNull(structureOf(primitive)) }
)
const listSchema = listOf(maybeNull(structureOf(inner)))
const envelopeSchema = fc
  .tuple(structureOf(primitive), listSchema, fc.boolean())
  .map(([envelope, items, isRequired]) => ({
    ...envelope,
    properties: { ...envelope.properties, items },
    required: [...(envelope.required ?? []), ...(isRequired ? ['items'] : [])]
  }))

const good: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ minLength: 40, maxLength: 80 }),
    fc.constantFrom('"', '\\', '\u2028', '\ud800', '\udc00x', '\u0000', '😀', 'é'.repeat(50))
  ),
  integer: fc.oneof(fc.integer(), fc.constantFrom(-0, 1e21, 2 ** 53, -1e300)),
  number: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(-0, 5e-324, 1e-7, 1e21)),
  boolean: fc.boolean()
}
const hostile = fc.constantFrom<unknown>(
  ...[undefined, null, Number.NaN, Number.POSITIVE_INFINITY, 1.5, '1', '', 'true', 10n, new Date(0), /x/g, [], {}],
  ...[{ toJSON: () => 'x' }, Object('text'), Object(1), { toString: () => 'text' }, Symbol('x'), () => 1]
)
const dress: readonly ((item: object) => unknown)[] = [
  (item) => ({ ...item, secret: 'extra' }),
  (item) => Object.create(item),
  (item) => Object.assign(Object.create(null), item),
  (item) => ({ toJSON: () => item }),
  (item) => ({ ...item, toJSON: null }),
  (item) => Object.assign([], item),
  (item) => Object.assign(() => {}, item),
  () => null,
  () => undefined,
  () => 'text'
]

function outcomeOf(write: () => string): string {
  try {
    return write()
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const data = fittingType(schema)
  return schema.nullable === true || schema.type.includes('null') ? fc.option(data, { freq: 6 }) : data
}

function fittingType({ type, items, properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  if (items !== undefined) return fc.array(fitting(items), { maxLength: 4 })
  if (type !== 'object') return good[[type].flat().find((one) => one !== 'null') as string] as fc.Arbitrary<unknown>
  const fields = Object.entries(properties).map(([name, schema]) => [name, fitting(schema) as never] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never, noNullPrototype: true })
}

/** Items that match the schema, except a few. */
function itemsOf(schema: Schema): fc.Arbitrary<unknown[]> {
  const damage = fc.record({
    at: fc.nat(20),
    name: fc.constantFrom(...Object.keys(schema.properties ?? {})),
    value: fc.oneof(hostile, fc.array(hostile, { maxLength: 2 }), fc.dictionary(fc.constantFrom(...names), hostile)),
    wrap: fc.option(fc.constantFrom(...dress))
  })
  return fc
    .tuple(fc.array(fitting(schema), { minLength: 3, maxLength: 20 }), fc.array(damage, { maxLength: 2 }))
    .map(([items, damages]) => {
      const list = [...items]
      for (const { at, name, value, wrap } of damages) {
        if (at >= items.length) continue
        list[at] = wrap === null ? { ...(items[at] as object), [name]: value } : wrap(items[at] as object)
      }
      return list
    })
}

/** The list alone and in its envelope, which may be made not to match. */
function dataOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.items !== undefined) return itemsOf(schema.items)
  const { items, ...others } = schema.properties as Record<string, Schema>
  const envelope = fitting({
    ...schema,
    properties: others,
    required: schema.required?.filter((name) => name !== 'items') ?? []
  })
  const given = fc.oneof({ weight: 12, arbitrary: itemsOf(items?.items as Schema) }, { weight: 1, arbitrary: hostile })
  return fc
    .tuple(envelope, given, fc.option(fc.constantFrom(...dress), { freq: 12 }))
    .map(([data, list, wrap]) => (wrap ?? ((whole: object) => whole))({ ...(data as object), items: list }))
}

/** Returns the serializer of a schema, and whether its last text was written without `stringify`. */
function watch(schema: unknown, stringify: (data: never) => string) {
  let wasCopied = true
  const project = withProjection(schema, (data) => {
    wasCopied = false
    return stringify(data as never)
  })
  const write = (data: unknown) => {
    wasCopied = true
    return project(data)
  }
  return { write, wasCopied: () => wasCopied }
}

const isCopied = (schema: unknown, data: unknown) => {
  const { write, wasCopied } = watch(schema, () => '')
  write(data)
  return wasCopied()
}

for (const [title, schemas] of [
  ['a long list', listSchema],
  ['a long list in an envelope', envelopeSchema]
] as const) {
  test(`${title} is serialized byte for byte, or fails with the same error, as by fast-json-stringify`, () => {
    let copied = 0
    let runs = 0
    const property = fc.property(
      schemas.chain((schema) => fc.tuple(fc.constant(schema), dataOf(schema))),
      ([schema, data]) => {
        runs++
        const reference = fastJsonStringify(structuredClone(schema) as never)
        const { write, wasCopied } = watch(schema, reference)
        assert.equal(
          outcomeOf(() => write(data)),
          outcomeOf(() => reference(data as never))
        )
        if (wasCopied()) copied++
      }
    )
    fc.assert(property, fixed(200))
    assert.ok(runs > 0 && copied > runs / 5, `of ${runs} only ${copied} were copied`)
    fc.assert(property, budget(2000))
  })
}

test('only data with a list of at least four items are copied', () => {
  const items = list({ type: 'string' })
  const envelope = { type: 'object', properties: { items, total: { type: 'integer' } } }
  const listOfSize = (length: number) => Array.from({ length }, () => ({ field: 'x' }))
  assert.deepEqual(
    [isCopied(items, listOfSize(3)), isCopied(items, listOfSize(4)), isCopied(items, null)],
    [false, true, false]
  )
  const lists = [listOfSize(3), listOfSize(4), null, 'a long enough text']
  assert.deepEqual(
    lists.map((given) => isCopied(envelope, { items: given, total: 1 })),
    [false, true, false, false]
  )
  assert.equal(isCopied(envelope, null), false)
})

const list = (field: object, more: object = {}) => ({
  type: 'array',
  items: { type: 'object', properties: { field }, ...more }
})

test('a schema that needs more than copying is left to fast-json-stringify', () => {
  const refused: unknown[] = [
    { type: 'object', properties: {} },
    { type: 'array', items: { type: 'string' } },
    { type: 'object', properties: { total: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } } },
    { type: 'object', properties: { deep: { type: 'object', properties: { items: list({ type: 'string' }) } } } },
    { type: 'array', items: list({ type: 'string' }) },
    list({ type: 'string', format: 'date-time' }),
    list({ type: 'string', default: 'x' }),
    list({ type: 'string', format: 'unsafe' }),
    list({ type: ['string', 'integer'] }),
    list({ type: 'null' }),
    list({ const: 'x' }),
    list({ $ref: 'other#' }),
    list({ type: 'string' }, { additionalProperties: true }),
    list({ type: 'string' }, { patternProperties: { x: {} } }),
    list({ type: 'string' }, { required: ['another'] }),
    { type: 'array', items: { type: 'object', properties: { constructor: { type: 'string' } } } },
    { type: 'array', items: { type: 'object', properties: { 'a b': { type: 'string' } } } },
    { type: 'array', items: { type: 'object', properties: { 'a}+alert(1)+{': { type: 'string' } } } },
    { type: 'array', items: { type: 'object', properties: { 0: { type: 'string' } } } },
    { type: 'array', items: { type: 'object', properties: { ' a': { type: 'string' } } } },
    { type: 'array', items: { type: 'object' } },
    { type: 'array', items: true },
    { type: 'array' },
    { type: 'string' },
    list({ type: ['null'] }),
    list({ type: ['integer', 'null', 'number'] }),
    list({ type: 'array' }),
    list({}),
    list(true as never),
    list({ type: 'string', format: 'date' }),
    list({ type: 'string', format: 'time' }),
    list({ type: 'string' }, { additionalProperties: {} }),
    list({ type: 'string' }, { required: 'field' }),
    list({ type: 'string' }, { required: [['field']] }),
    list({ type: 'string' }, { required: ['toString'] }),
    list({ type: 'string' }, { dependencies: {} }),
    { ...list({ type: 'string' }), contains: {} }
  ]
  const stringify = () => ''
  for (const schema of refused) assert.equal(withProjection(schema, stringify), stringify, JSON.stringify(schema))
})

test('data are not copied while an inherited toJSON exists', () => {
  const schema = list({ type: 'string' })
  const data = Array.from({ length: 4 }, () => ({ field: 'x' }))
  for (const prototype of [Array.prototype, Object.prototype, String.prototype] as { toJSON?: unknown }[]) {
    prototype.toJSON = () => 'changed'
    try {
      assert.equal(isCopied(schema, data), false)
    } finally {
      delete prototype.toJSON
    }
  }
  assert.equal(isCopied(schema, data), true)
})

test('keywords without effect on serialization do not prevent copying', () => {
  const data = Array.from({ length: 4 }, () => ({ field: 'x' }))
  const silent = { title: 'a', description: 'b', examples: ['c'], nullable: true }
  const ofValue = { enum: ['x'], format: 'email', minLength: 1, maxLength: 9, pattern: 'x', minimum: 1, maximum: 2 }
  const lists = Object.entries({ ...silent, minItems: 1, maxItems: 9 })
  const structures = Object.entries({ ...silent, required: ['field'], additionalProperties: false })
  for (const schema of [
    ...lists.map(([keyword, value]) => ({ ...list({ type: 'string' }), [keyword]: value })),
    ...structures.map(([keyword, value]) => list({ type: 'string' }, { [keyword]: value })),
    ...Object.entries({ ...silent, ...ofValue }).map(([keyword, value]) => list({ type: 'string', [keyword]: value }))
  ]) {
    assert.equal(isCopied(schema, data), true, JSON.stringify(schema))
  }
})

test('null is copied only where the schema allows it', () => {
  const dataOf = (field: unknown) => Array.from({ length: 4 }, () => ({ field }))
  const nullable = [{ type: ['string', 'null'] }, { type: ['null', 'string'] }, { type: 'string', nullable: true }]
  for (const field of nullable) assert.equal(isCopied(list(field), dataOf(null)), true, JSON.stringify(field))
  for (const field of [{ type: 'string' }, { type: ['string'] }, { type: 'string', nullable: 'yes' }])
    assert.equal(isCopied(list(field), dataOf(null)), false, JSON.stringify(field))
  assert.equal(isCopied(list({ type: ['string'] }), dataOf('x')), true)
})
