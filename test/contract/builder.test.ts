import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as TypeBox } from '@sinclair/typebox'
import { extendBuilder } from '../../src/contract/builder.ts'
import type { Anything } from '../security/wild.ts'

test('TypeBox is loaded when a schema is first made, and not before', () => {
  let loads = 0
  const builder = extendBuilder(() => {
    loads++
    return TypeBox
  })
  assert.equal(loads, 0)
  assert.deepEqual(builder.String(), TypeBox.String())
  assert.ok(loads > 0)
})

test('Ref takes an id, or a schema that has one', () => {
  const builder = extendBuilder(() => TypeBox) as Anything
  const Book = TypeBox.Object({}, { $id: 'book' })
  assert.deepEqual(JSON.parse(JSON.stringify([builder.Ref('a'), builder.Ref(Book)])), [{ $ref: 'a' }, { $ref: 'book' }])
  for (const given of [{}, null, 1, undefined, TypeBox.String()])
    assert.throws(() => builder.Ref(given), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^What Type\.Ref\(\) takes must be the \$id of a schema, or a schema that has one, not /
    })
})
