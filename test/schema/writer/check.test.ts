import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import * as runtime from '../../../src/ahead/runtime.ts'
import { Checks } from '../../../src/schema/writer/check.ts'
import { strict } from '../../../src/schema/writer/check-mode.ts'
import { Documents, type SchemaObject } from '../../../src/schema/writer/documents.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import { schemas } from '../random-schema.ts'
import { likely } from './likely.ts'

function fitOf(schema: SchemaObject) {
  const documents = new Documents(schema, {})
  documents.followAll(schema)
  const { fullFormats } = runtime.require('ajv-formats/dist/formats')
  const fit = new Checks(documents, fullFormats, new (runtime.scalarsOf(runtime.require))({})).of(schema)
  return (value: unknown) => fit(value, strict)
}

function compiled<Function>(compile: () => Function): Function | undefined {
  try {
    return compile()
  } catch {
    return undefined
  }
}

test('JSON matches a schema exactly if Ajv accepts it', () => {
  const ajv = formats.default(new Ajv({ strict: false, logger: false }))
  let judged = 0
  const law = fc.property(
    schemas as fc.Arbitrary<SchemaObject>,
    fc.array(likely, { minLength: 3, maxLength: 9 }),
    (schema, data) => {
      const validate = compiled(() => ajv.compile({ ...schema }))
      const fits = compiled(() => fitOf(schema))
      // Ajv reads inherited properties.
      if (validate === undefined || fits === undefined || JSON.stringify(schema).includes('constructor')) return
      for (const value of data) {
        judged++
        assert.equal(fits(value), validate(value), JSON.stringify(value))
      }
    }
  )
  fc.assert(law, fixed(300))
  assert.ok(judged > 100)
  fc.assert(law, budget(2000))
})

const price = { type: 'number', multipleOf: 0.01 }

for (const [what, schema, value, expected] of [
  ['a price', price, 19.99, true],
  ['a date as a text', { type: 'string', format: 'date' }, new Date(0), true],
  ['a date that exceeds maxLength', { type: 'string', maxLength: 9, format: 'date' }, new Date(0), false],
  ['a bigint as an integer', { type: 'integer', maximum: 5 }, 5n, true],
  ['a bigint that is too large', { type: 'integer', maximum: 5 }, 6n, false],
  ['a bigint for a constant', { const: 5 }, 5n, true],
  ['an object whose toJSON returns a number', { type: 'integer' }, { toJSON: () => 5 }, true],
  ['an object whose toJSON returns a text', { type: 'object' }, { toJSON: () => 'a' }, false],
  ['a boxed number', { type: 'number' }, Object(5), true],
  ['a function', {}, () => 1, false],
  ['a member that JSON omits', { type: 'object', required: ['a'] }, { a: undefined }, false],
  ['a member that is inherited from all objects', { type: 'object', required: ['constructor'] }, {}, false],
  ['null where it is nullable', { type: 'string', nullable: true, enum: ['a'] }, null, true]
] as const)
  test(`${what} ${expected ? 'matches' : 'does not match'} ${JSON.stringify(schema)}`, () =>
    assert.equal(fitOf(schema)(value), expected))
