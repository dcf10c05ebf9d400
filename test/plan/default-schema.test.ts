import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRouteDefaults } from '../../src/plan/default-schema.ts'
import type { ContextNode } from '../../src/tree/node.ts'
import type { RouteDefaults } from '../../src/tree/route-defaults.ts'

/** A path of contexts with these defaults, the root first. */
function path(...levels: RouteDefaults[][]): ContextNode {
  const nodes = levels.reduce<object | null>((parent, routeDefaults) => ({ parent, routeDefaults }), null)
  return nodes as ContextNode
}
const [outer, inner, own] = [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }]

test('without defaults, and where it is no plain object, a schema stays the object that it is', () => {
  const schema = { response: {} }
  assert.equal(withRouteDefaults(schema, path([], [])), schema)
  assert.equal(withRouteDefaults(undefined, path([])), undefined)
  const odd = new Map()
  assert.equal(withRouteDefaults(odd, path([{ tags: ['a'] }])), odd)
})

test('a key that is there and undefined is left, to be told of as a slip', () => {
  const joined = withRouteDefaults({ response: undefined }, path([{ response: { '4xx': outer } }]))
  assert.deepEqual(joined, { response: undefined })
})

test('of one key the route holds, then the nearest; to be joined again changes nothing', () => {
  const node = path(
    [{ response: { '4xx': outer, 404: outer, 500: outer }, tags: ['a'], security: [{ outer: [] }] }],
    [
      { response: { 404: inner, 500: inner }, tags: ['b'] },
      { tags: ['a', 'c'], security: [{ inner: [] }] }
    ]
  )
  const joined = withRouteDefaults({ response: { 500: own }, tags: ['own'], summary: 'x' }, node)
  assert.deepEqual(joined, {
    response: { '4xx': outer, 404: inner, 500: own },
    tags: ['a', 'b', 'c', 'own'],
    security: [{ inner: [] }],
    summary: 'x'
  })
  assert.deepEqual(withRouteDefaults(joined, node), joined)
  assert.deepEqual(withRouteDefaults(undefined, path([{ tags: ['a'] }])), { tags: ['a'] })
})
