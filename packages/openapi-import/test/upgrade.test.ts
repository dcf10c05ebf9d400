import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upgradeDocument } from '../src/upgrade.ts'
import { info } from './documents.ts'

for (const [was, is] of [
  [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [{ type: 'string', nullable: false }, { type: 'string' }],
  [{ anyOf: [{ type: 'string' }], nullable: true }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [
    { allOf: [{ type: 'string' }], nullable: true, description: 'a' },
    { description: 'a', anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] }
  ],
  [{ nullable: true }, {}],
  [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  [{ maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  [{ exclusiveMaximum: true }, {}],
  [{ example: null }, { examples: [null] }],
  [
    { $ref: '#/components/schemas/b', nullable: true, description: 'b', 'x-c': 1 },
    { $ref: '#/components/schemas/b', description: 'b', 'x-c': 1 }
  ],
  [{ items: { nullable: true, type: 'array', items: {} } }, { items: { type: ['array', 'null'], items: {} } }]
] as const)
  test(`${JSON.stringify(was)} becomes ${JSON.stringify(is)} in 3.1`, () => {
    const upgraded = upgradeDocument({ openapi: '3.0.3', info, paths: {}, components: { schemas: { a: was } } })
    assert.deepEqual(upgraded, { openapi: '3.1.1', info, paths: {}, components: { schemas: { a: is } } })
  })

test('values other than schemas are unchanged', () => {
  const content = { 'text/plain': { example: { nullable: true }, schema: { default: { nullable: true } } } }
  const document = { openapi: '3.0.3', info, paths: { '/a': { get: { requestBody: { content } } } } }
  assert.deepEqual(upgradeDocument(document), { ...document, openapi: '3.1.1' })
})
