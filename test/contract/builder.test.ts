import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as TypeBox } from '@sinclair/typebox'
import { extendBuilder } from '../../src/contract/builder.ts'
import { revivedTypeKey } from '../../src/contract/revived-type.ts'
import type { Anything } from '../security/wild.ts'

test('TypeBox is loaded when the first schema is made', () => {
  let loads = 0
  const builder = extendBuilder(() => {
    loads++
    return TypeBox
  })
  assert.equal(loads, 0)
  assert.deepEqual(builder.String(), TypeBox.String())
  assert.ok(loads > 0)
})

test('dates and bigints are strings with a format or a pattern in JSON', () => {
  const builder = extendBuilder(() => TypeBox) as Anything
  const made = [builder.DateTime({ description: 'when' }), builder.Optional(builder.BigInteger({ maxLength: 40 }))]
  assert.deepEqual(JSON.parse(JSON.stringify(made)), [
    { type: 'string', format: 'date-time', description: 'when' },
    { type: 'string', pattern: '^-?\\d+$', maxLength: 40 }
  ])
  assert.deepEqual(
    made.map((schema) => schema[revivedTypeKey]),
    ['date', 'bigint']
  )
})

test('Ref accepts an $id or a schema that has one', () => {
  const builder = extendBuilder(() => TypeBox) as Anything
  const Book = TypeBox.Object({}, { $id: 'book' })
  assert.deepEqual(JSON.parse(JSON.stringify([builder.Ref('a'), builder.Ref(Book)])), [{ $ref: 'a' }, { $ref: 'book' }])
  for (const given of [{}, null, 1, undefined, TypeBox.String()])
    assert.throws(() => builder.Ref(given), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The argument of Type\.Ref\(\) must be the \$id of a schema, or a schema that has one, not /
    })
})

test('Record keeps string limits of its key as propertyNames, and refuses those of numbers', () => {
  const builder = extendBuilder(() => TypeBox) as Anything
  const records = [
    builder.Record(builder.String({ pattern: '^x', minLength: 2, maxLength: 9 }), builder.Null(), { maxProperties: 3 }),
    builder.Record(builder.DateTime(), builder.Null()),
    builder.Record(builder.String({ description: 'a name' }), builder.Null()),
    builder.Record(builder.String({ minLength: 2 }), builder.Null(), { propertyNames: { maxLength: 3 } }),
    builder.Record(builder.Integer(), builder.Null())
  ]
  const all = '^(.*)$'
  const nothing = { type: 'null' }
  assert.deepEqual(JSON.parse(JSON.stringify(records)), [
    {
      type: 'object',
      patternProperties: { '^x': nothing },
      propertyNames: { minLength: 2, maxLength: 9 },
      maxProperties: 3
    },
    { type: 'object', patternProperties: { [all]: nothing }, propertyNames: { format: 'date-time' } },
    { type: 'object', patternProperties: { [all]: nothing } },
    { type: 'object', patternProperties: { [all]: nothing }, propertyNames: { maxLength: 3 } },
    { type: 'object', patternProperties: { '^(0|[1-9][0-9]*)$': nothing } }
  ])
  assert.throws(() => builder.Record(builder.Integer({ minimum: 1 }), builder.Null()), {
    code: 'ESP_ERR_ARGUMENT_INVALID',
    message: /^The key of Type\.Record\(\) must be a schema without limits of numbers, because names are strings, not /
  })
})
