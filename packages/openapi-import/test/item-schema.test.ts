import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemSchemaOf } from '../src/item-schema.ts'

test('the schema of items is itemSchema or x-itemSchema', () => {
  assert.equal(itemSchemaOf({ itemSchema: true, 'x-itemSchema': false }), true)
  assert.deepEqual(itemSchemaOf({ schema: {}, 'x-itemSchema': {} }), {})
  assert.equal(itemSchemaOf({ schema: {} }), undefined)
})
