/** Schemas of other libraries are known by what these leave on them, and by nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import fluent from 'fluent-json-schema'
import * as z from 'zod'
import {
  isStandardSchema,
  isTypeBox,
  isTypeBoxOptional,
  kindMark,
  standardJsonOf,
  unwrapFluent
} from '../../src/schema/foreign-schema.ts'

const others = [null, undefined, true, 1, 'text', [], {}, { type: 'string' }, () => 1, Symbol('a')]

test('a fluent schema is unwrapped by any of its three marks', () => {
  const string = fluent.default.string()
  assert.deepEqual(unwrapFluent(string), string.valueOf())
  const schema = { type: 'string' }
  for (const mark of ['isFluentSchema', 'isFluentJSONSchema', Symbol.for('fluent-schema-object')])
    assert.equal(unwrapFluent({ [mark]: true, valueOf: () => schema }), schema)
  for (const other of [...others, { isFluentSchema: false, valueOf: () => schema }, { valueOf: () => schema }])
    assert.equal(unwrapFluent(other), other)
})

test('a schema of TypeBox is known by its kind, under the symbol of 0.x or the hidden key of 1.x', () => {
  for (const schema of [
    Type.String(),
    { [kindMark]: 'String' },
    Object.defineProperty({}, '~kind', { value: 'String' })
  ])
    assert.equal(isTypeBox(schema), true)
  for (const other of [...others, { kind: 'String' }, { '~optional': true }]) assert.equal(isTypeBox(other), false)
})

test('an optional property of TypeBox is known in either version', () => {
  assert.equal(isTypeBoxOptional(Type.Optional(Type.String())), true)
  assert.equal(isTypeBoxOptional(Object.defineProperty({}, '~optional', { value: true })), true)
  assert.equal(isTypeBoxOptional(Type.String()), false)
})

test('a Standard Schema is known by its key, on an object or a function', () => {
  assert.equal(isStandardSchema(z.string()), true)
  assert.equal(isStandardSchema(Object.assign(() => 1, { '~standard': {} })), true)
  assert.equal(isStandardSchema({ '~standard': {} }), true)
  for (const other of [...others, { standard: {} }]) assert.equal(isStandardSchema(other), false)
})

test('a Standard Schema is asked for JSON Schema of what comes in or goes out, where it has one', () => {
  const schema = z.object({ a: z.string().default('x') })
  assert.deepEqual(Object(standardJsonOf(schema, 'out')).required, ['a'])
  assert.equal(Object(standardJsonOf(schema, 'in')).required, undefined)
  assert.throws(() => standardJsonOf(z.date(), 'in'))
  for (const none of [{}, { '~standard': {} }, { '~standard': { jsonSchema: {} } }])
    for (const way of ['in', 'out'] as const) assert.equal(standardJsonOf(none, way), undefined)
})
