import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createResolve } from '../src/reference.ts'
import { createRequire } from '../src/required.ts'

const id = { readOnly: true }

test('marked properties are removed from required, also in other members of allOf', () => {
  const direct = createRequire('readOnly', createResolve({}))
  assert.deepEqual(direct({ required: ['id', 'a'], properties: { id } }, 'schema'), {
    required: ['a'],
    properties: { id }
  })
  assert.deepEqual(direct({ allOf: [{ properties: { id } }, { required: ['id'] }] }, 'schema'), {
    allOf: [{ properties: { id } }, {}]
  })
})

test('marked properties are removed in each subschema that applies to the value', () => {
  const direct = createRequire('readOnly', createResolve({}))
  const before = { required: ['id'] }
  for (const [keyword, from, to] of [
    ...['then', 'else'].map((name) => [name, before, {}]),
    ...['allOf', 'anyOf', 'oneOf'].map((name) => [name, [before], [{}]]),
    ['dependencies', { a: before, b: ['id'] }, { a: {}, b: ['id'] }],
    ['dependentSchemas', { a: before }, { a: {} }],
    ...['not', 'if'].map((name) => [name, before, before])
  ] as const)
    assert.deepEqual(direct({ properties: { id }, [keyword as string]: from }, 'schema'), {
      properties: { id },
      [keyword as string]: to
    })
})

test('a property is marked only if all alternatives mark it', () => {
  const direct = createRequire('readOnly', createResolve({}))
  const [marked, other] = [{ properties: { id } }, { properties: { id: {} } }]
  for (const anyOf of [
    [marked, marked, other],
    [other, marked]
  ])
    assert.deepEqual(direct({ required: ['id'], anyOf }, 'schema'), { required: ['id'], anyOf })
  const anyOf = [marked, marked]
  assert.deepEqual(direct({ required: ['id'], anyOf }, 'schema'), { anyOf })
})

test('a referenced schema is inlined where less is required', () => {
  const schemas = { A: { required: ['id', 'a'] } }
  const direct = createRequire('readOnly', createResolve({ components: { schemas } }))
  const reference = { $ref: '#/components/schemas/A' }
  assert.deepEqual(direct({ allOf: [reference, { properties: { id } }] }, 'schema'), {
    allOf: [{ required: ['a'] }, { properties: { id } }]
  })
  assert.deepEqual(direct({ allOf: [reference] }, 'schema'), { allOf: [reference] })
})
