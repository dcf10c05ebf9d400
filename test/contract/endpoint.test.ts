import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, endpoints, isEndpoint, nameOf } from '../../src/contract/endpoint.ts'

for (const target of ['', 'GET', '/x', 'GET/x', 'GET  /x', ' GET /x', 'GET x', 'GET /x y\n', 'G T /x']) {
  const isRight = /^\S+ \/.*$/.test(target)
  test(`${JSON.stringify(target)} is ${isRight ? 'a valid' : 'an invalid'} target of an endpoint`, () => {
    if (isRight) return assert.equal(endpoint(target).path, target.slice(target.indexOf(' ') + 1))
    assert.throws(() => endpoint(target), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: `The target of an endpoint must be a method and a path, as 'GET /books/:id', not '${target}'.`
    })
  })
}

test('only the result of endpoint() is an endpoint', () => {
  const made = endpoint('PUT /a/:b', { body: { type: 'string' } })
  assert.deepEqual(made, { method: 'PUT', path: '/a/:b', schema: { body: { type: 'string' } } })
  assert.deepEqual(endpoint('PUT /a').schema, {})
  assert.ok(Object.isFrozen(made) && isEndpoint(made))
  for (const other of [{ ...made }, null, undefined, 'PUT /a', () => {}]) assert.ok(!isEndpoint(other))
})

test('an endpoint of a group has its name in the group, a single one has no name', () => {
  const { list } = endpoints('/a', {}, { list: 'GET /' })
  assert.equal(nameOf(list), 'list')
  assert.deepEqual(Object.keys(list), ['method', 'path', 'schema'])
  assert.equal(nameOf(endpoint('GET /a')), undefined)
})
