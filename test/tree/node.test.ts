import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachNode, type ContextNode, nodeOf, pluginOf, walk } from '../../src/tree/node.ts'

test('nodeOf returns the node of an app object, and of an inheriting one its own', () => {
  const [root, child] = [{}, {}] as [ContextNode, ContextNode]
  const app = {}
  attachNode(app, root)
  const inner = Object.create(app)
  assert.equal(nodeOf(inner), root)
  attachNode(inner, child)
  assert.deepEqual([nodeOf(app) === root, nodeOf(inner) === child], [true, true])
  assert.deepEqual(Object.keys(app), [])
})

test('pluginOf joins the plugin names of a context', () => {
  assert.equal(pluginOf({ pluginNames: ['espalier', 'books', 'loans'] }), 'espalier -> books -> loans')
})

test('walk visits parents first, and children in order', () => {
  const node = (name: string, ...children: object[]) => ({ name, children }) as unknown as ContextNode
  const visited: unknown[] = []
  walk(node('root', node('a', node('a1')), node('b')), (at) => visited.push(Reflect.get(at, 'name')))
  assert.deepEqual(visited, ['root', 'a', 'a1', 'b'])
})
