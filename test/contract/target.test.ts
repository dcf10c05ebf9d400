import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint } from '../../src/contract/endpoint.ts'
import { targetKey } from '../../src/contract/target.ts'

test('an endpoint has its target, which is made once, is JSON, and is no part of what the endpoint says', () => {
  const made = endpoint('GET /:a', { response: { 200: {} } })
  const target = made[targetKey]
  assert.equal(made[targetKey], target)
  assert.deepEqual(JSON.parse(JSON.stringify(target)), target)
  assert.deepEqual(Object.keys(made), ['method', 'path', 'schema'])
  assert.ok(!(targetKey in { ...made }))
  assert.equal(targetKey, Symbol.for('espalier.target'))
})
