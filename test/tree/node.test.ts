import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachNode, type ContextNode, nodeOf, pluginOf, walk } from '../../src/tree/node.ts'

test('an app object leads to its node, and one that inherits from it to its own', () => {
  const [root, child] = [{}, {}] as [ContextNode, ContextNode]
  const app = {}
  attachNode(app, root)
  const inner = Object.create(app)
  assert.equal(nodeOf(inner), root)
  attachNode(inner, child)
  assert.deepEqual([nodeOf(app) === root, nodeOf(inner) === child], [true, true])
  assert.deepEqual(Object.keys(app), [])
})

test('a context is called by the chain of plugins that led there', () => {
  assert.equal(pluginOf({ pluginNames: ['espalier', 'books', 'loans'] }), 'espalier -> books -> loans')
})

test('a tree is visited parents first, children in their order', () => {
  const node = (name: string, ...children: object[]) => ({ name, children }) as unknown as ContextNode
  const visited: unknown[] = []
  walk(node('root', node('a', node('a1')), node('b')), (at) => visited.push(Reflect.get(at, 'name')))
  assert.deepEqual(visited, ['root', 'a', 'a1', 'b'])
})
