import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import fastJsonStringify from 'fast-json-stringify'
import { compileProjection, withProjection } from '../../src/schema/projection.ts'

const names = ['a', 'b', 'c', '$d', '_e', 'class', 'id']
const typed = (type: string) => fc.record({ type: fc.constant(type) })
const fieldSchema = fc.oneof(
  fc.constantFrom('string', 'integer', 'number', 'boolean').chain(typed),
  fc.record({ type: fc.constant('string'), minLength: fc.nat(2), maxLength: fc.nat(9), description: fc.string() })
)
const listSchema = fc.record({
  properties: fc.dictionary(fc.constantFrom(...names), fieldSchema, { minKeys: 1, noNullPrototype: true }),
  picks: fc.array(fc.boolean(), { minLength: names.length, maxLength: names.length }),
  additionalProperties: fc.constantFrom(undefined, false)
})

function toSchema({
  properties,
  picks,
  additionalProperties
}: typeof listSchema extends fc.Arbitrary<infer T> ? T : never) {
  const required = Object.keys(properties).filter((_, at) => picks[at])
  const items = {
    type: 'object',
    properties,
    required,
    ...(additionalProperties === false && { additionalProperties })
  }
  return { type: 'array', items }
}

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

/** Items that fit the schema, of which a few are made not to. */
function listOf(schema: ReturnType<typeof toSchema>) {
  const fields = Object.entries(schema.items.properties).map(([name, { type }]) => [name, good[type] as never] as const)
  const item = fc.record(Object.fromEntries(fields), { requiredKeys: schema.items.required, noNullPrototype: true })
  const damage = fc.record({
    at: fc.nat(20),
    name: fc.constantFrom(...Object.keys(schema.items.properties)),
    value: hostile,
    wrap: fc.option(fc.constantFrom(...dress))
  })
  return fc
    .tuple(fc.array(item, { minLength: 0, maxLength: 20 }), fc.array(damage, { maxLength: 2 }))
    .map(([items, damages]) => {
      const list: unknown[] = [...items]
      for (const { at, name, value, wrap } of damages) {
        if (at >= items.length) continue
        list[at] = wrap === null ? { ...items[at], [name]: value } : wrap(items[at] as object)
      }
      return list
    })
}

test('a long list leaves byte by byte as fast-json-stringify writes it, or with the same error', () => {
  let copied = 0
  const property = fc.property(
    listSchema.map(toSchema).chain((schema) => fc.tuple(fc.constant(schema), listOf(schema))),
    ([schema, list]) => {
      const reference = fastJsonStringify(structuredClone(schema) as never)
      const project = compileProjection(schema)
      assert.ok(project)
      const text = project(list)
      if (text !== undefined) copied++
      const expected = outcomeOf(() => reference(list as never))
      assert.equal(text ?? expected, expected)
      assert.equal(
        outcomeOf(() => withProjection(schema, reference as never)(list)),
        expected
      )
    }
  )
  fc.assert(property, { numRuns: 4000 })
  assert.ok(copied > 1000, `only ${copied} lists were copied`)
})

const list = (field: object, more: object = {}) => ({
  type: 'array',
  items: { type: 'object', properties: { field }, ...more }
})

test('a list whose items ask for more than copying is left to fast-json-stringify', () => {
  const refused: unknown[] = [
    { type: 'object', properties: {} },
    { type: 'array', items: { type: 'string' } },
    { ...list({ type: 'string' }), nullable: true },
    list({ type: 'string', nullable: true }),
    list({ type: 'string', format: 'date-time' }),
    list({ type: 'string', default: 'x' }),
    list({ type: ['string', 'null'] }),
    list({ const: 'x' }),
    list({ $ref: 'other#' }),
    list({ type: 'string' }, { additionalProperties: true }),
    list({ type: 'string' }, { patternProperties: { x: {} } }),
    list({ type: 'string' }, { required: ['another'] }),
    { type: 'array', items: { type: 'object', properties: { constructor: { type: 'string' } } } },
    { type: 'array', items: { type: 'object', properties: { 'a b': { type: 'string' } } } },
    { type: 'array', items: { type: 'object', properties: { 'a}+alert(1)+{': { type: 'string' } } } },
    { type: 'array', items: { type: 'object', properties: { 0: { type: 'string' } } } }
  ]
  for (const schema of refused) assert.equal(compileProjection(schema), null, JSON.stringify(schema))
})

test('a toJSON that arrays or objects inherit is not asked', () => {
  const project = compileProjection(list({ type: 'string' }))
  const prototype = Array.prototype as { toJSON?: unknown }
  prototype.toJSON = () => 'changed'
  try {
    assert.equal(project?.([{ field: 'x' }]), undefined)
  } finally {
    delete prototype.toJSON
  }
})
