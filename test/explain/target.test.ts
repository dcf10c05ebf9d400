import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notFoundTarget, routeTarget } from '../../src/explain/target.ts'
import { espalier } from '../../src/index.ts'
import { nodeOf } from '../../src/tree/node.ts'

test('the target of an unknown path is the context that set the not-found handler', async () => {
  const app = espalier()
  app.register(async (child) => {
    child.setNotFoundHandler({ preHandler: async function audit() {} }, function none() {})
  })
  app.get('/', function home() {})
  await app.ready()
  const root = nodeOf(app)
  const target = notFoundTarget(root)
  assert.equal(target.node, root.children[0])
  assert.deepEqual([target.handler?.name, target.is404], ['none', true])
  const [route] = root.tree.declarations()
  assert.ok(route !== undefined)
  assert.deepEqual([routeTarget(route).handler?.name, routeTarget(route).is404], ['home', false])
  await app.close()
})

test('the target of an unknown path has no handler when no context sets one', async () => {
  const app = espalier()
  await app.ready()
  const { handler, node, origin } = notFoundTarget(nodeOf(app))
  assert.deepEqual([handler, node, origin], [undefined, nodeOf(app), null])
  await app.close()
})
