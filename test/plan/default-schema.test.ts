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

test('a schema stays the same object without defaults, or when it is not a plain object', () => {
  const schema = { response: {} }
  assert.equal(withRouteDefaults(schema, path([], [])), schema)
  assert.equal(withRouteDefaults(undefined, path([])), undefined)
  const odd = new Map()
  assert.equal(withRouteDefaults(odd, path([{ tags: ['a'] }])), odd)
})

test('an own key with the value undefined is kept', () => {
  const joined = withRouteDefaults({ response: undefined }, path([{ response: { '4xx': outer } }]))
  assert.deepEqual(joined, { response: undefined })
})

test('the route wins over the nearest context, which wins over outer ones, and a second merge has no effect', () => {
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
