import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingOf, hasUnion } from '../../src/schema/value-encoding.ts'

test('params, query strings, headers and forms have the encoding text, all else has json', () => {
  for (const part of ['params', 'querystring', 'headers']) assert.equal(encodingOf(part, undefined), 'text')
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    assert.equal(encodingOf('body', type), 'text')
  for (const type of [undefined, 'application/json', '*/*']) assert.equal(encodingOf('body', type), 'json')
  assert.equal(encodingOf(undefined, undefined), 'json')
})

test('a union is found in the fingerprint, and a schema without a fingerprint may have one', () => {
  for (const schema of [{ anyOf: [] }, { items: { oneOf: [] } }]) assert.ok(hasUnion(JSON.stringify(schema)))
  assert.ok(hasUnion(undefined))
  assert.ok(!hasUnion(JSON.stringify({ allOf: [], title: 'anyOf' })))
})
