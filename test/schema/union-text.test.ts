import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAjv } from '../../src/schema/ajv.ts'
import { foreignTo } from '../../src/schema/union-text.ts'

const instance = { ownProperties: false, trusted: false, recursive: false }

test('only custom keywords that are unknown to Ajv and not of kind post or annotation are foreign', () => {
  const keywords = [
    { keyword: 'trim', modifying: true, validate: () => true },
    { keyword: 'explain', post: true, validate: () => true },
    'x-mark'
  ]
  const options = { customOptions: { discriminator: true, keywords } }
  assert.deepEqual(foreignTo(createAjv([], options, instance)), ['trim'])
  assert.deepEqual(foreignTo(createAjv([], {}, instance)), [])
})
