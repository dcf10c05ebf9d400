import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toContext } from '../../src/explain/context.ts'
import { espalier } from '../../src/index.ts'
import { nodeOf } from '../../src/tree/node.ts'

test('toContext lists only the declarations of the context itself', async () => {
  const app = espalier()
  app.decorate('clock', 1)
  app.register(async (child) => {
    child.decorateRequest('user', '')
    child.decorateReply('theme', '')
    child.addSchema({ $id: 'book', type: 'object' })
  })
  await app.ready()
  const root = nodeOf(app)
  const [own, below] = [root, root.children[0] ?? root].map(toContext)
  assert.deepEqual([own?.app, own?.request, own?.reply, own?.schemas], [['clock'], [], [], []])
  assert.deepEqual([below?.app, below?.request, below?.reply, below?.schemas], [[], ['user'], ['theme'], ['book']])
  assert.equal(below?.context, 'app')
  await app.close()
})
