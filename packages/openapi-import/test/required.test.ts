import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createResolve } from '../src/reference.ts'
import { createRequire } from '../src/required.ts'

const id = { readOnly: true }

test('names of marked properties are taken out of required, in other members of allOf as well', () => {
  const direct = createRequire('readOnly', createResolve({}))
  assert.deepEqual(direct({ required: ['id', 'a'], properties: { id } }, 'schema'), {
    required: ['a'],
    properties: { id }
  })
  assert.deepEqual(direct({ allOf: [{ properties: { id } }, { required: ['id'] }] }, 'schema'), {
    allOf: [{ properties: { id } }, {}]
  })
})

test('a schema that a reference leads to is written out where this place requires less of it', () => {
  const schemas = { A: { required: ['id', 'a'] } }
  const direct = createRequire('readOnly', createResolve({ components: { schemas } }))
  const reference = { $ref: '#/components/schemas/A' }
  assert.deepEqual(direct({ allOf: [reference, { properties: { id } }] }, 'schema'), {
    allOf: [{ required: ['a'] }, { properties: { id } }]
  })
  assert.deepEqual(direct({ allOf: [reference] }, 'schema'), { allOf: [reference] })
})
