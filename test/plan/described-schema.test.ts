import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { espalier, plugin } from '../../src/index.ts'
import { describedSchemaOf } from '../../src/plan/described-schema.ts'
import { nodeOf } from '../../src/tree/node.ts'

test('the described schema of a route includes prefix parameters and route defaults', async () => {
  const app = espalier()
  app.routeDefaults({ tags: ['all'] })
  const shop = plugin({
    name: 'shop',
    params: { shop: Type.Integer() },
    setup: (child) => child.get('/sold/:item', { schema: { params: { item: Type.String() } } }, async () => 'ok')
  })
  app.register(shop, { prefix: '/:shop' })
  app.get('/plain', async () => 'ok')
  await app.ready()
  const [first, ...others] = [...nodeOf(app).tree.declarations()].filter(({ isSibling }) => !isSibling)
  const schemas = [first, ...others].map((route) => route && describedSchemaOf(route))
  const sold = schemas.find((schema) => schema?.params !== undefined)
  const plain = schemas.find((schema) => schema?.params === undefined)
  assert.deepEqual(Object.keys(Object(sold?.params).properties).sort(), ['item', 'shop'])
  assert.deepEqual([sold?.tags, plain?.tags], [['all'], ['all']])
  await app.close()
})

test('the described schema of a route without options is empty', async () => {
  const app = espalier()
  app.get('/', async () => 'ok')
  await app.ready()
  const [route] = nodeOf(app).tree.declarations()
  assert.deepEqual(route && describedSchemaOf(route), {})
  await app.close()
})
