import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kind, Type } from '@sinclair/typebox'
import fluent from 'fluent-json-schema'
import { cloneSchema } from '../../src/schema/store.ts'

const S = fluent.default

test('a clone does not change with the original, at any depth', () => {
  const original = { $id: 'a', properties: { b: { enum: [1] } } }
  const clone = cloneSchema(original)
  original.properties.b.enum.push(2)
  assert.deepEqual(clone, { $id: 'a', properties: { b: { enum: [1] } } })
})

test('a clone keeps the markers of TypeBox', () => {
  const original = Type.Object({ a: Type.Optional(Type.String()) }, { $id: 'a' })
  const clone = cloneSchema(original)
  assert.deepEqual(clone, original)
  assert.equal(clone.properties.a[Kind], 'String')
})

test('a clone keeps hidden keys hidden and holds the values of getters', () => {
  const original = Object.defineProperty(
    {
      get type() {
        return 'string'
      }
    },
    '~kind',
    { value: 'String' }
  )
  const clone = cloneSchema(original)
  assert.deepEqual(Object.getOwnPropertyDescriptor(clone, 'type')?.value, 'string')
  assert.deepEqual(Object.keys(clone), ['type'])
  assert.equal((clone as { '~kind'?: string })['~kind'], 'String')
})

test('a clone keeps a property named __proto__ and does not pollute Object.prototype', () => {
  const clone = cloneSchema(JSON.parse('{"properties": {"__proto__": {"polluted": true}}}'))
  assert.deepEqual(Object.getOwnPropertyNames(clone.properties), ['__proto__'])
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
})

test('functions and regular expressions are shared, and cycles are kept', () => {
  const original: Record<string, unknown> = { pattern: /a/, check: () => true, type: Date }
  original.self = original
  const clone = cloneSchema(original)
  assert.equal(clone.pattern, original.pattern)
  assert.equal(clone.check, original.check)
  assert.equal(clone.self, clone)
})

test('a fluent schema is stored as the schema it contains', () => {
  const fluent = S.object().id('#a').prop('b', S.string())
  assert.deepEqual(cloneSchema(fluent), fluent.valueOf())
})

test('a clone of a frozen schema is mutable', () => {
  const clone = cloneSchema(Object.freeze({ type: 'string', title: 'a' })) as { type: string; title?: string }
  clone.type = 'integer'
  delete clone.title
  assert.deepEqual(clone, { type: 'integer' })
})
