/** Schemas with several references to themselves, which could double the work at each level of the data. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSchemaErrorFormatter } from '../../../src/stage/schema-error.ts'
import { compile } from '../compiling.ts'
import { countLooks, looksOfTurns } from '../counted-data.ts'

type Schema = Record<string, unknown>

const again = { $ref: 'node#' }
const inside = { properties: { c: again } }

/** Unlike `const`, bounds do not exclude a member of a union before the member is called. */
const exactly = (k: number) => ({ type: 'integer', minimum: k, maximum: k })
const members = [2, 1].map((k) => ({ properties: { c: again, k: exactly(k) } }))
const membersOfLists = [2, 1].map((k) => ({
  properties: { c: { type: 'array', items: again }, k: exactly(k) }
}))

/** Each schema validates `c` twice before the branches differ. */
const branching: Readonly<Record<string, Schema>> = {
  oneOf: { oneOf: members },
  anyOf: { anyOf: members },
  allOf: { allOf: [inside, inside] },
  not: { ...inside, not: { properties: { c: again, k: { const: 3 } } } },
  if: { if: { properties: { c: again, k: { const: 2 } } }, else: inside },
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  'if and then': { if: inside, then: inside },
  dependencies: { ...inside, dependencies: { k: inside } },
  patternProperties: { ...inside, patternProperties: { '^c': again } },
  'a reference with a sibling': { $ref: '#/definitions/other', ...inside, definitions: { other: inside } }
}
const listed: Readonly<Record<string, Schema>> = {
  contains: { properties: { c: { type: 'array', items: again, contains: again } } },
  'items and union': { anyOf: membersOfLists }
}

/** The innermost `k` needs coercion, so that the members of a union are tried at every level. */
const nested = (depth: number, open = '{"k":1,"c":', close = '}', innermost = '{"k":"1"}') =>
  JSON.parse(`${open.repeat(depth)}${innermost}${close.repeat(depth)}`)
const nestedInLists = (depth: number) => nested(depth, '{"k":1,"c":[', ']}')

for (const [name, [schema, make]] of Object.entries({
  ...Object.fromEntries(Object.entries(branching).map(([name, schema]) => [name, [schema, nested] as const])),
  ...Object.fromEntries(Object.entries(listed).map(([name, schema]) => [name, [schema, nestedInLists] as const]))
})) {
  test(`${name}: shallow data passes, and deep data is refused before its cost doubles at every level`, () => {
    const validate = compile({ ...again }, { customOptions: { strict: false } }, [{ $id: 'node', ...schema }])
    assert.equal(validate(make(6)), true)
    // Otherwise each level would double more than 1e6 reads.
    for (const depth of [25, 200]) {
      const looks = countLooks(make(depth), (data) => assert.throws(() => validate(data), RangeError))
      assert.ok(looks < 2e6, `${looks} looks`)
    }
  })
}

for (const [name, schema] of Object.entries({ oneOf: { oneOf: members }, anyOf: { anyOf: members } })) {
  test(`${name}: deep data without conversions passes at linear cost`, () => {
    const validate = compile({ ...again }, { customOptions: { strict: false } }, [{ $id: 'node', ...schema }])
    const validated = (data: unknown) => assert.equal(validate(data), true)
    const [one, four] = [50, 200].map((depth) =>
      looksOfTurns(() => nested(depth, undefined, undefined, '{"k":1}'), validated)
    ) as [number, number]
    assert.ok(four < 5 * one, `${one} looks, then ${four}`)
  })
}

test('a long text below the branches counts by its length', () => {
  const text = { type: 'string', maxLength: 1e6, pattern: '^x*$' }
  const branches = [1, 2].map((k) => ({ properties: { c: again, s: text, k: exactly(k) } }))
  const validate = compile({ ...again }, { customOptions: { strict: false } }, [{ $id: 'node', oneOf: branches }])
  const data = (depth: number) =>
    JSON.parse(`${'{"k":1,"c":'.repeat(depth)}{"k":"1","s":"${'x'.repeat(900_000)}"}${'}'.repeat(depth)}`)
  assert.equal(validate(data(3)), true)
  assert.throws(() => validate(data(14)), RangeError)
})

test('the names of a large object that many arrays compare are counted', () => {
  const node = { $id: 'node', type: 'object', properties: { c: { type: 'array', uniqueItems: true, items: again } } }
  const validate = compile({ ...again }, {}, [node])
  const large = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`name${i}`, i]))
  const way = (length: number): object => (length === 0 ? { c: [] } : { c: [way(length - 1), {}] })
  const comparing = (levels: number) => {
    let data: object = { c: [], ...large }
    for (let level = 1; level < levels; level++) data = { c: [data, way(level)] }
    return data
  }
  assert.equal(validate(comparing(5)), true)
  assert.throws(() => validate(comparing(200)), RangeError)
})

const operators = ['add', 'sub', 'mul', 'div', 'and', 'or', 'not', 'eq', 'lt', 'gt', 'in', 'if']
const operations = (properties: (op: string) => Schema) =>
  operators.map((op) => ({ type: 'object', required: ['op', 'left', 'right'], properties: properties(op) }))
const literal = {
  type: 'object',
  required: ['op', 'value'],
  properties: { op: { const: 'literal' }, value: { type: 'number' } }
}

let made = 0
function expression(depth: number): object {
  if (depth === 0) return { op: 'literal', value: made++ }
  return { op: operators[made++ % operators.length], left: expression(depth - 1), right: expression(depth - 1) }
}
const chain = (depth: number): object =>
  depth === 0 ? expression(0) : { op: 'add', left: chain(depth - 1), right: expression(0) }

/** Common schemas of trees, whose branches differ before they recurse. */
const ordinary: Readonly<Record<string, Schema>> = {
  'an expression by oneOf': {
    oneOf: [...operations((op) => ({ op: { const: op }, left: again, right: again })), literal]
  },
  'an expression by anyOf': {
    anyOf: [literal, ...operations((op) => ({ op: { const: op }, left: again, right: again }))]
  },
  'an expression by a discriminator': {
    type: 'object',
    required: ['op'],
    discriminator: { propertyName: 'op' },
    oneOf: [...operations((op) => ({ op: { const: op }, left: again, right: again })), literal]
  },
  'an expression by if and then': {
    type: 'object',
    if: { properties: { op: { const: 'literal' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    then: literal,
    else: { properties: { left: again, right: again } }
  },
  'an expression by named kinds': {
    oneOf: [{ $ref: '#/definitions/literal' }, { $ref: '#/definitions/operation' }],
    definitions: {
      literal,
      operation: {
        type: 'object',
        required: ['op', 'left', 'right'],
        properties: { op: { enum: operators }, left: again, right: again }
      }
    }
  }
}

for (const [name, schema] of Object.entries(ordinary)) {
  test(`${name} accepts large data at linear cost`, () => {
    const options = { customOptions: { strict: false, discriminator: true } }
    const validate = compile({ ...again }, options, [{ $id: 'node', ...schema }])
    for (const make of [expression, (depth: number) => chain(2 ** (depth - 2))]) {
      const validated = (data: unknown) => assert.equal(validate(data), true)
      const [one, four] = [7, 9].map((depth) => looksOfTurns(() => make(depth), validated)) as [number, number]
      assert.ok(four < 5 * one, `${one} looks, then ${four}`)
      assert.equal(validate(make(make === expression ? 14 : 10)), true)
    }
  })
}

test('an error message is limited to 13,000 characters', () => {
  const node = {
    $id: 'node',
    type: 'object',
    properties: { c: { anyOf: [{ type: 'null' }, again] }, v: { type: 'integer' } }
  }
  const validate = compile({ ...again }, {}, [node])
  assert.equal(validate(JSON.parse(`${'{"c":'.repeat(1000)}{"v":"x"}${'}'.repeat(1000)}`)), false)
  const { message } = defaultSchemaErrorFormatter(validate.errors, 'body') as Error
  const sentences = message.split(', ')
  assert.equal(sentences[0], `body${'/c'.repeat(1000)}/v must be integer`)
  assert.match(sentences.at(-1) as string, /^and \d+ more$/)
  assert.ok(message.length < 13_000, `${message.length} characters`)
})
