// For random schemas and data: the converted schema must accept the same values by draft 2020-12 as the original by draft 7.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { Components } from '../../../../src/openapi/schema/components.ts'
import { convert, convertInPlace } from '../../../../src/openapi/schema/convert.ts'
import { nodeOf } from '../../../../src/tree/node.ts'
import { fixed } from '../../../fuzz/budget.ts'
import { createApp } from '../../../security/wild.ts'

const names = fc.constantFrom('a', 'b', 'c')
const leaf = fc.oneof(
  fc.constantFrom<object | boolean>(true, false, {}, { type: 'null' }, { const: 'x' }, { enum: ['x', 1, null] }),
  fc.record({ type: fc.constantFrom('string', 'integer', 'boolean'), nullable: fc.boolean() }),
  fc.constantFrom({ $ref: '#/definitions/a' }, { $ref: 'shared#' }, { $ref: 'shared#/properties/b' }, { $ref: '#' }),
  fc.record({ type: fc.constant('string'), minLength: fc.nat(3), example: fc.constant('x') })
)

const schemas = fc.letrec<{ schema: object | boolean }>((tie) => {
  const each = tie('schema')
  const properties = fc.dictionary(names, each, { maxKeys: 3 })
  const object = fc.record(
    {
      type: fc.constantFrom('object', ['object', 'null']),
      properties,
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: each,
      dependencies: fc.dictionary(names, fc.oneof(each, fc.uniqueArray(names, { maxLength: 2 })), { maxKeys: 2 }),
      nullable: fc.constant(true)
    },
    { requiredKeys: ['type'] }
  )
  const array = fc.record(
    {
      type: fc.constant('array'),
      items: fc.oneof(each, fc.array(each, { minLength: 1, maxLength: 2 })),
      additionalItems: each,
      contains: each
    },
    { requiredKeys: ['type'] }
  )
  const alternatives = fc.array(each, { minLength: 1, maxLength: 2 })
  const joined = fc.record(
    {
      ...{ allOf: alternatives, anyOf: alternatives, oneOf: alternatives },
      ...Object.fromEntries(['not', 'if', 'then', 'else'].map((keyword) => [keyword, each]))
    },
    { requiredKeys: [] }
  )
  return { schema: fc.oneof({ maxDepth: 3 }, leaf, object, array, joined) }
})

const data = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>('x', 'xxxx', '', 0, 1, 1.5, true, false, null),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 })
  )
}))

const shared = {
  $id: 'shared',
  type: 'object',
  properties: { a: { items: { $ref: '#' } }, b: { type: 'string', nullable: true } }
}
const node = nodeOf(createApp().app)
const quiet = { strict: false, logger: false } as const

function judges(schema: object | boolean) {
  const document = { definitions: { a: { type: 'integer' } }, allOf: [schema] }
  const before = new Ajv({ ...quiet, schemas: [shared] })
  const components = new Components()
  const scope = { context: { node, shared: { shared } }, document, way: 'out' as const, operationId: 'op' }
  const converted = convert(document, scope, components)
  const written = components.finish((each, place) => convertInPlace(each, place, components))
  const text = JSON.stringify({ $id: 'document', components: { schemas: written }, ...Object(converted) })
  return [before.compile(document), new Ajv2020(quiet).compile(JSON.parse(text))] as const
}

/**
 * `undefined` if Ajv fails: for a schema that only refers to itself, or because of a missing variable in its generated code (8.20, draft 2020-12).
 */
function accepts(judge: (value: unknown) => boolean, value: unknown): boolean | undefined {
  try {
    return judge(value)
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReferenceError) return undefined
    throw error
  }
}

test('a converted schema accepts the same values as the original', () => {
  let asked = 0
  const law = fc.property(schemas.schema, fc.array(data.value, { minLength: 3, maxLength: 8 }), (schema, values) => {
    const [before, after] = judges(schema)
    for (const value of values) {
      const expected = accepts(before, value)
      const found = accepts(after, value)
      if (expected === undefined || found === undefined) continue
      asked++
      assert.equal(found, expected, JSON.stringify({ schema, value }))
    }
  })
  fc.assert(law, fixed(30))
  assert.ok(asked > 100)
  fc.assert(law, { numRuns: Number(process.env.RUNS ?? 50) })
})
