import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAjv } from '../../src/schema/ajv.ts'
import { foreignTo } from '../../src/schema/union-text.ts'

const instance = { ownProperties: false, trusted: false, recursive: false }

test('keywords are foreign that neither Ajv has nor the house, and that do more than look at what others found', () => {
  const keywords = [
    { keyword: 'trim', modifying: true, validate: () => true },
    { keyword: 'explain', post: true, validate: () => true },
    'x-mark'
  ]
  const options = { customOptions: { discriminator: true, keywords } }
  assert.deepEqual(foreignTo(createAjv([], options, instance)), ['trim'])
  assert.deepEqual(foreignTo(createAjv([], {}, instance)), [])
})
