import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContextNode } from '../../src/tree/node.ts'
import { isBehind, moveTo, nextPosition, positionIn } from '../../src/tree/position.ts'

const createNode = (parent: ContextNode | null = null, position: readonly number[] = []) =>
  ({ parent, position, cursor: { at: [], next: 0 } }) as unknown as ContextNode

const unnamed = { plugin: undefined, isForeign: false }

test('positions count statements, and nest those of a shared plugin', () => {
  const node = createNode()
  const registration = nextPosition(node)
  const route = nextPosition(node)
  const leave = moveTo(node, registration, unnamed)
  const hook = nextPosition(node)
  const inner = nextPosition(node)
  const leaveInner = moveTo(node, inner, unnamed)
  const innerHook = nextPosition(node)
  leaveInner()
  const second = nextPosition(node)
  leave()
  assert.deepEqual([registration, route, hook, innerHook, second], [[0], [1], [0, 0], [0, 1, 0], [0, 2]])
  assert.deepEqual(nextPosition(node), [2])
})

test('isBehind compares positions by statement', () => {
  for (const [position, other, expected] of [
    [[1], [0], true],
    [[0], [1], false],
    [[1], [1], false],
    [[1], [0, 5], true],
    [[0, 2], [0, 1, 0], true],
    [[0, 1, 1], [0, 1], false],
    [[0, 1], [0, 1, 0], false],
    [[0], [0, 1], false],
    [[2, 0], [1, 9], true]
  ] as const)
    assert.equal(isBehind(position, other), expected, `${position} behind ${other}`)
})

test('positionIn returns the position of the child context that contains a declaration', () => {
  const root = createNode()
  const child = createNode(root, [3])
  const grandchild = createNode(child, [7])
  assert.deepEqual(positionIn(root, root, [1]), [1])
  assert.deepEqual(positionIn(root, grandchild, [0]), [3])
  assert.deepEqual(positionIn(child, grandchild, [0]), [7])
  assert.equal(positionIn(child, root, [0]), undefined)
  assert.equal(positionIn(grandchild, child, [0]), undefined)
})
