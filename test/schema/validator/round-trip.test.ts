import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildSerializer } from '../../../src/schema/serializer.ts'
import { buildValidator } from '../../../src/schema/validator.ts'

/** A schema with valid data, without and with undeclared properties. */
interface Sample {
  schema: object
  data: unknown
  withExtras: unknown
}

const plain = (schema: object, values: fc.Arbitrary<unknown>): fc.Arbitrary<Sample> =>
  values.map((data) => ({ schema, data, withExtras: data }))

const text = fc.string({ unit: 'grapheme' })
const name = text.filter((value) => value !== '' && value !== '__proto__' && !(value in {}) && value !== 'undeclared')

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4 },
    plain({ type: 'string' }, text),
    plain({ type: 'integer' }, fc.integer()),
    plain(
      { type: 'number' },
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
    ),
    plain({ type: 'boolean' }, fc.boolean()),
    plain({ type: ['string', 'null'] }, fc.option(text)),
    plain({ enum: ['a', 1, null] }, fc.constantFrom('a', 1, null)),
    tie('sample').map(({ schema, data, withExtras }) => ({
      schema: { type: 'array', items: schema },
      data: [data, data],
      withExtras: [withExtras, withExtras]
    })),
    fc.dictionary(name, tie('sample'), { maxKeys: 4, noNullPrototype: true }).map(toObjectSample)
  )
}))

function toObjectSample(members: Record<string, Sample>): Sample {
  const pick = (key: keyof Sample) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member[key]]))
  const schema = { type: 'object', required: Object.keys(members), properties: pick('schema') }
  return { schema, data: pick('data'), withExtras: { ...pick('withExtras'), undeclared: 'secret' } }
}

test('valid data passes the validator unchanged and is serialized without undeclared properties', () => {
  const compileValidator = buildValidator({}, {})
  const compileSerializer = buildSerializer()
  fc.assert(
    fc.property(sample, ({ schema, data, withExtras }) => {
      const before = structuredClone(data)
      const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' })
      assert.equal(validate(data), true)
      assert.deepEqual(data, before)
      const serialize = compileSerializer({ schema, method: 'GET', url: '/', httpStatus: '200' })
      assert.deepEqual(JSON.parse(serialize(withExtras)), data)
    }),
    { numRuns: 200 }
  )
})
