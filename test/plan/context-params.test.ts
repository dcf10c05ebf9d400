import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { withPrefixParams } from '../../src/plan/context-params.ts'
import { noParams } from '../../src/tree/prefix-params.ts'

const where = { method: 'GET', url: '/:org/:id' }
const org = Type.String()
const params = new Map([['org', { schema: org, plugin: 'tenancy' }]])

test('a params schema that is not a JSON Schema of an object cannot be merged with prefix parameters', () => {
  for (const own of [null, true, 'id', [], new Map(), { type: 'string' }])
    assert.throws(() => withPrefixParams(own, params, where), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The params schema of GET \/:org\/:id must be JSON Schema of an object/
    })
})

test('a route can repeat a prefix parameter with the same schema, and throws with a different one', () => {
  const differs = { type: 'object', properties: { org: { type: 'integer' } } }
  assert.throws(() => withPrefixParams(differs, params, where), {
    code: 'ESP_ERR_SCH_PARAM_CONFLICT',
    message:
      "GET /:org/:id declares the prefix parameter 'org', which the enclosing plugin 'tenancy' declares with another schema. Declare it once."
  })
  const alike = { type: 'object', properties: { org } }
  assert.deepEqual(withPrefixParams(alike, params, where), { type: 'object', properties: { org }, required: ['org'] })
})

test('a params schema stays the same object without prefix parameters', () => {
  for (const own of [undefined, true, { type: 'object' }]) assert.equal(withPrefixParams(own, noParams, where), own)
})

test('prefix parameters are added as required, and keywords of the route stay', () => {
  const own = { type: 'object', additionalProperties: false, properties: { id: { type: 'integer' } }, required: ['id'] }
  assert.deepEqual(withPrefixParams(own, params, where), {
    ...own,
    properties: { org, id: { type: 'integer' } },
    required: ['org', 'id']
  })
  assert.deepEqual(own.required, ['id'])
})

test('a params schema with $ref is merged by allOf, once', () => {
  const joined = withPrefixParams({ $ref: 'id#' }, params, where)
  assert.equal((joined as { allOf: unknown[] }).allOf.length, 2)
  assert.equal(withPrefixParams(joined, params, where), joined)
})
