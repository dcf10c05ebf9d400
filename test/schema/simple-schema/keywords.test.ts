/** A schema that is wrongly called simple fails after boot. So every keyword is tried with every value, and only the listed pairs may be simple. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { isSimple } from '../../../src/schema/simple-schema.ts'

type Values = readonly unknown[]
type Keywords = Readonly<Record<string, Values>>

const textFormats = [
  ...['date', 'time', 'date-time', 'duration', 'uri', 'uri-reference', 'url', 'email', 'hostname', 'ipv4', 'ipv6'],
  ...['regex', 'uuid', 'json-pointer', 'byte', 'password', 'binary']
]
const numberFormats = ['int32', 'int64', 'float', 'double']
const patterns = ['^a$', '', '\\d{3}', '/', ...textFormats, ...numberFormats]
const texts = [...patterns, '(', '^(a+)+$', '\\-']
const flags = [true, false]
const counts = [0, 1, 7]
const numbers = [...counts, -1, 1.5]
const primitives = [...texts, ...flags, ...numbers, null]
const textSets = [['a'], ['a', 'b']]
const sets = [...textSets, ['a', 1], [true, null, -1.5]]
const lists = [...sets, [], ['a', 'a'], [{}], [{ type: 'string' }], [[]], [Number.NaN], [undefined], ['a', {}]]
const schemas = [{}, { type: 'string' }, { enum: ['a'] }]
const maps = [{}, { a: {}, b: { type: 'string' } }]
const others = [
  ...[undefined, Number.POSITIVE_INFINITY, Number.NaN, /a/, new Date(0), () => 1, 10n, Symbol('a'), new Map()],
  ...[{ a: 1 }, { a: {}, b: { type: 'text' } }, { type: 'text' }, { a: null }, JSON.parse('{"__proto__":{}}')]
]
const universe = [...primitives, ...lists, ...schemas, ...maps, ...others]

const anywhere: Keywords = {
  ...Object.fromEntries(['title', 'description', '$comment'].map((name) => [name, texts])),
  ...Object.fromEntries(['deprecated', 'readOnly', 'writeOnly'].map((name) => [name, flags])),
  examples: lists
}
const untyped: Keywords = { enum: sets, const: primitives, definitions: maps, $defs: maps }
const typed: Keywords = { ...untyped, nullable: flags }
const numeric: Keywords = {
  ...typed,
  ...Object.fromEntries(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, numbers])),
  multipleOf: [1, 7, 1.5],
  format: numberFormats
}
const byType: Readonly<Record<string, Keywords>> = {
  null: untyped,
  boolean: typed,
  number: numeric,
  integer: numeric,
  string: { ...typed, minLength: counts, maxLength: counts, format: textFormats, pattern: patterns },
  array: { ...typed, items: schemas, minItems: counts, maxItems: counts, uniqueItems: flags },
  object: {
    ...typed,
    properties: maps,
    required: [[], ...textSets],
    additionalProperties: [...flags, ...schemas],
    minProperties: counts,
    maxProperties: counts
  }
}
const choices = [[{}], [{ type: 'string' }]]
const unions: Keywords = { anyOf: choices, oneOf: choices }
const never = ['default', 'not', 'if', 'then', 'contains', 'propertyNames', 'patternProperties', '$id', '$schema', 'a']
const keywords = new Set([...Object.values(byType), anywhere, unions].flatMap(Object.keys).concat('allOf', never))

const labels = (values: Values) => [...new Set(values.map((value) => inspect(value)))].sort()

/** Beside the rest of a schema, only these values of these keywords are simple. */
function assertTakes(rest: object, allowed: Keywords, use: 'validate' | 'serialize'): void {
  for (const keyword of keywords) {
    const taken = universe.filter((value) => isSimple({ ...rest, [keyword]: value }, {}, use))
    assert.deepEqual(labels(taken), labels(allowed[keyword] ?? []), `${keyword} beside ${inspect(rest)}`)
  }
}

for (const use of ['validate', 'serialize'] as const) {
  for (const [type, allowed] of Object.entries(byType)) {
    test(`a schema of type ${type} is simple only with its own keywords and their values, to ${use}`, () => {
      assert.equal(isSimple({ type }, {}, use), true)
      assertTakes({ type }, { ...anywhere, ...allowed }, use)
    })

    if (type !== 'null') {
      test(`a schema of type ${type} or null is simple with the same keywords except nullable, to ${use}`, () => {
        assert.equal(isSimple({ type: [type, 'null'] }, {}, use), true)
        assertTakes({ type: [type, 'null'] }, { ...anywhere, ...allowed, nullable: [] }, use)
      })
    }
  }

  test(`a schema without a type is simple with values or union members, to ${use}`, () => {
    const allOf = use === 'validate' ? { allOf: choices } : {}
    assertTakes({}, { ...anywhere, ...untyped, ...unions, ...allOf }, use)
    assertTakes({ const: 1 }, { ...anywhere, ...untyped }, use)
    for (const union of Object.keys({ ...unions, ...allOf }))
      assertTakes({ [union]: choices[0] }, { ...anywhere, ...unions, ...allOf, ...oneUnion(union) }, use)
  })

  test(`a reference is simple only with annotations, to ${use}`, () => {
    const shared = { book: { $id: 'book', type: 'object' } }
    assert.equal(isSimple({ $ref: 'book#', title: 'a' }, shared, use), true)
    for (const beside of [
      { type: 'object' },
      { enum: ['a'] },
      { definitions: {} },
      { anyOf: choices[0] },
      { nullable: true }
    ])
      assert.equal(isSimple({ $ref: 'book#', ...beside }, shared, use), false, inspect(beside))
  })
}

/** Two unions in one schema are not simple. */
const oneUnion = (union: string): Keywords => ({
  ...{ anyOf: [], oneOf: [], allOf: [] },
  [union]: choices
})

for (const type of [
  ['string'],
  ['null', 'string'],
  ['string', 'integer'],
  ['string', 'null', 'integer'],
  ['null', 'null'],
  [],
  'text',
  null,
  1
]) {
  test(`a schema of type ${inspect(type)} is not simple`, () => assert.equal(isSimple({ type }, {}, 'validate'), false))
}
