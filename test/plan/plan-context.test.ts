import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perContext } from '../../src/plan/plan-context.ts'
import type { ContextNode } from '../../src/tree/node.ts'

test('perContext creates one value for each context', () => {
  let made = 0
  const get = perContext(() => ({ number: ++made }))
  const [one, other] = [{}, {}] as [ContextNode, ContextNode]
  assert.equal(get(one), get(one))
  assert.notEqual(get(one), get(other))
  assert.equal(made, 2)
})
