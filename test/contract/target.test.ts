import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint } from '../../src/contract/endpoint.ts'
import { targetKey } from '../../src/contract/target.ts'

test('an endpoint has one hidden target that is serializable except for fill', () => {
  const made = endpoint('GET /:a', { response: { 200: {} } })
  const target = made[targetKey]
  assert.equal(made[targetKey], target)
  const { fill, ...data } = target
  assert.equal(typeof fill, 'function')
  assert.deepEqual(JSON.parse(JSON.stringify(target)), data)
  assert.deepEqual(Object.keys(made), ['method', 'path', 'schema'])
  assert.ok(!(targetKey in { ...made }))
  assert.equal(targetKey, Symbol.for('espalier.target'))
})
