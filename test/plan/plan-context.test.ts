import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perContext } from '../../src/plan/plan-context.ts'
import type { ContextNode } from '../../src/tree/node.ts'

test('routes of one context share what is made for it, and contexts share nothing', () => {
  let made = 0
  const get = perContext(() => ({ number: ++made }))
  const [one, other] = [{}, {}] as [ContextNode, ContextNode]
  assert.equal(get(one), get(one))
  assert.notEqual(get(one), get(other))
  assert.equal(made, 2)
})
