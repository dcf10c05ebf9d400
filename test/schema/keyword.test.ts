/**
 * Every keyword of Ajv must have a row in the table, and all code that walks a schema must handle each row. Messages name the keyword and the file.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import Ajv2019 from 'ajv/dist/2019.js'
import Ajv2020 from 'ajv/dist/2020.js'
import * as runtime from '../../src/ahead/runtime.ts'
import { Components } from '../../src/openapi/schema/components.ts'
import { convert } from '../../src/openapi/schema/convert.ts'
import { lowerCaseHeaderNames } from '../../src/schema/header-names.ts'
import { type Form, holdsSchema, type Keyword, type KeywordName, keywords } from '../../src/schema/keyword.ts'
import { rolesOf } from '../../src/schema/schema-role.ts'
import { findWithoutKeywords } from '../../src/schema/schema-without-keywords.ts'
import { withSubschemas } from '../../src/schema/subschema.ts'
import { Checks } from '../../src/schema/writer/check.ts'
import { strict } from '../../src/schema/writer/check-mode.ts'
import { Documents } from '../../src/schema/writer/documents.ts'
import { nodeOf } from '../../src/tree/node.ts'
import { createApp } from '../security/wild.ts'

type Sample = readonly [operand: unknown, fits: unknown, misses: unknown]

/** For each keyword a value, valid data, and invalid data. A row without a sample does not compile. */
const samples: Readonly<Record<KeywordName, Sample | null>> = {
  ...{ $id: null, $schema: null, $anchor: null, definitions: null, $defs: null },
  $ref: ['#/definitions/one', 1, 2],
  type: ['string', 'a', 1],
  nullable: null,
  enum: [[1, 'a'], 'a', 'b'],
  const: [{ a: 1 }, { a: 1 }, { a: 2 }],
  format: ['date', '2020-01-01', 'a'],
  allOf: [[{ const: 1 }], 1, 2],
  anyOf: [[{ const: 1 }, { const: 2 }], 1, 3],
  oneOf: [[{ const: 1 }, { type: 'number' }], 2, 1],
  not: [{ const: 1 }, 2, 1],
  if: null,
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  then: [{ const: 1 }, 1, 2],
  else: [{ const: 1 }, 1, 2],
  multipleOf: [2, 4, 3],
  minimum: [2, 2, 1],
  maximum: [2, 2, 3],
  exclusiveMinimum: [2, 3, 2],
  exclusiveMaximum: [2, 1, 2],
  minLength: [2, 'ab', 'a'],
  maxLength: [1, 'a', 'ab'],
  pattern: ['^a', 'ab', 'ba'],
  ...{ contentMediaType: null, contentEncoding: null, contentSchema: null },
  items: [{ const: 1 }, [1], [2]],
  additionalItems: [{ const: 1 }, [2, 1], [1, 2]],
  prefixItems: [[{ const: 1 }], [1], [2]],
  unevaluatedItems: [{ const: 1 }, [1], [2]],
  contains: [{ const: 1 }, [2, 1], [2]],
  minContains: [2, [1, 1], [1]],
  maxContains: [1, [1], [1, 1]],
  minItems: [1, [1], []],
  maxItems: [1, [1], [1, 2]],
  uniqueItems: [true, [1, 2], [1, 1]],
  properties: [{ a: { const: 1 } }, { a: 1 }, { a: 2 }],
  patternProperties: [{ '^a': { const: 1 } }, { ab: 1 }, { ab: 2 }],
  additionalProperties: [{ const: 1 }, { a: 1 }, { a: 2 }],
  unevaluatedProperties: [{ const: 1 }, { a: 1 }, { a: 2 }],
  propertyNames: [{ const: 'a' }, { a: 1 }, { b: 1 }],
  required: [['a'], { a: 1 }, {}],
  minProperties: [1, { a: 1 }, {}],
  maxProperties: [0, {}, { a: 1 }],
  dependencies: [{ a: { required: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
  dependentSchemas: [{ a: { required: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
  dependentRequired: [{ a: ['b'] }, { a: 1, b: 1 }, { a: 1 }],
  ...{ title: null, description: null, $comment: null, examples: null, example: null, default: null },
  ...{ deprecated: null, readOnly: null, writeOnly: null },
  ...{ discriminator: null, externalDocs: null, xml: null, errorMessage: null }
}

/** Keywords that another keyword needs. */
const beside: Readonly<Record<string, object>> = {
  $ref: { definitions: { one: { const: 1 } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  ...{ then: { if: {} }, else: { if: false } },
  ...{
    additionalItems: { items: [{}] },
    minContains: { contains: { const: 1 } },
    maxContains: { contains: { const: 1 } }
  }
}

const rows = [...keywords]
const schemaOf = (name: string, value: unknown) => ({ ...beside[name], [name]: value })

const options = { strict: false, logger: false } as const
const engines = { '7': new Ajv(options), '2019': new Ajv2019.default(options), '2020': new Ajv2020.default(options) }
for (const ajv of Object.values(engines)) ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)

/** Keywords of draft 4, of Ajv alone, and of references that Ajv and fast-json-stringify do not support. */
const passedOver = ['id', '$async', '$vocabulary', '$recursiveRef', '$recursiveAnchor', '$dynamicRef', '$dynamicAnchor']

test('every keyword that Ajv knows has a row in src/schema/keyword.ts', () => {
  const known = Object.values(engines).flatMap(({ RULES }) => Object.keys(RULES.keywords))
  assert.deepEqual(
    known.filter((name) => !keywords.has(name) && !passedOver.includes(name)),
    []
  )
})

test('keywords without an origin are those of draft 7 in Ajv, keywords of later drafts are not', () => {
  const known = engines['7'].RULES.keywords
  assert.deepEqual(
    rows.filter(([, { origin }]) => origin === undefined).filter(([name]) => !Object.hasOwn(known, name)),
    []
  )
  assert.deepEqual(
    rows.filter(([, { origin }]) => origin === 'later draft').filter(([name]) => Object.hasOwn(known, name)),
    []
  )
})

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
const { fullFormats } = runtime.require('ajv-formats/dist/formats')

test('each keyword judges its sample, and only values of its type', () => {
  for (const [name, { type, purpose, origin }] of rows) {
    const sample = samples[name as KeywordName]
    if (sample === null) {
      assert.ok(
        purpose !== undefined || origin === 'OpenAPI' || name === 'if',
        `${name} judges data, so it needs a sample`
      )
      continue
    }
    assert.equal(purpose, undefined, name)
    assert.ok(sample, `${name} needs a sample in test/schema/keyword.test.ts`)
    const [operand, fits, misses] = sample
    const validate = engines[origin !== 'later draft' ? '7' : name === 'prefixItems' ? '2020' : '2019'].compile(
      schemaOf(name, operand)
    )
    assert.deepEqual([validate(fits), validate(misses)], [true, false], name)
    if (type !== undefined) assert.equal(typeOf(misses), type, name)
    const others = ['a', 1, true, [1], { a: 1 }].filter((value) => typeOf(value) !== type)
    if (type !== undefined)
      for (const other of others) assert.equal(validate(other), true, `${name} judges ${typeOf(other)}`)
  }
})

test('src/schema/writer/check.ts implements each keyword of draft 7', () => {
  const lacking = rows.flatMap(([name, { origin }]) => {
    const sample = samples[name as KeywordName]
    if (sample === null || origin !== undefined) return []
    assert.ok(sample, `${name} needs a sample in test/schema/keyword.test.ts`)
    const [operand, fits, misses] = sample
    const schema = schemaOf(name, operand)
    const fit = new Checks(new Documents(schema, {}), fullFormats, new (runtime.scalarsOf(runtime.require))({})).of(
      schema
    )
    return fit(fits, strict) && !fit(misses, strict) ? [] : [name]
  })
  assert.deepEqual(lacking, [])
})

/** A value of each form that contains schemas. */
const holding: Partial<Record<Form, (part: unknown) => unknown>> = {
  schema: (part) => part,
  'schema or schemas': (part) => [part],
  schemas: (part) => [part],
  'schemas by name': (part) => ({ a: part }),
  'schemas or names by name': (part) => ({ a: part })
}

/** For each file that walks schemas: whether it finds a subschema under a keyword. */
const walks: Readonly<Record<string, (name: string, hold: (part: unknown) => unknown, row: Keyword) => boolean>> = {
  'src/schema/subschema.ts': (name, hold) => {
    const part = {}
    return withSubschemas({ [name]: hold(part) }).some(([, one]) => one === part)
  },
  'src/schema/writer/documents.ts': (name, hold) => {
    const part = { type: 'null' }
    const schema = { [name]: hold(part) }
    return new Documents(schema, {}).pathOf(part).startsWith(`#/${name}`)
  },
  'src/schema/header-names.ts': (name, hold) =>
    JSON.stringify(lowerCaseHeaderNames({ [name]: hold({ required: ['X-A'] }) })).includes('"x-a"'),
  'src/schema/schema-role.ts': (name, hold) => rolesOf({ [name]: hold({ type: 'null' }) }).get(name) !== 'field',
  'src/schema/schema-without-keywords.ts': (name, hold, { purpose }) =>
    findWithoutKeywords({ other: 1, [name]: hold({ type: 'null' }) }) === undefined ||
    purpose === 'definitions' ||
    name === 'dependencies',
  'src/openapi/schema/convert.ts': (name, hold, { purpose }) => {
    const scope = { context: { node, shared: {} }, document: {}, way: 'out', operationId: 'op' } as const
    const written = convert(
      { ...beside[name], [name]: hold({ nullable: true, type: 'string' }) },
      scope,
      new Components()
    )
    return purpose === 'definitions' || !JSON.stringify(written).includes('nullable')
  }
}
const node = nodeOf(createApp().app)

for (const [file, finds] of Object.entries(walks))
  test(`${file} visits the subschemas of each keyword`, () => {
    const lacking = rows.filter(([name, row]) => {
      const hold = holding[row.holds]
      assert.equal(hold !== undefined, holdsSchema(row), name)
      return hold !== undefined && !finds(name, hold, row)
    })
    assert.deepEqual(
      lacking.map(([name]) => name),
      []
    )
  })

test('a default is filled in only under keywords whose subschemas must match', () => {
  const ajv = new Ajv({ ...options, useDefaults: true })
  const inner = { type: 'object', properties: { filled: { default: 1 } } }
  const given: Readonly<Record<string, () => unknown>> = {
    ...{ member: () => ({ a: {} }), item: () => [{}, {}], value: () => ({ a: 1 }) }
  }
  for (const [name, row] of rows) {
    const make = given[row.appliesTo ?? '']
    const hold = holding[row.holds]
    if (make === undefined || hold === undefined || row.origin !== undefined || name === 'not') continue
    const data = make()
    assert.equal(ajv.compile(schemaOf(name, hold(inner)))(data), true, name)
    assert.equal(JSON.stringify(data).includes('filled'), row.mayFail === undefined, name)
  }
})
