import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, plugin } from '../../src/index.ts'
import { contextLabel, shortPlace } from '../../src/tree/context-label.ts'
import { nodeOf } from '../../src/tree/node.ts'

const place = { file: 'file:///shop/src/auth.ts', line: 12, column: 3 }

test('a place is shown by file name and line, with either path separator', () => {
  assert.equal(shortPlace(place), 'auth.ts:12')
  assert.equal(shortPlace({ ...place, file: 'C:\\shop\\auth.cjs' }), 'auth.cjs:12')
  assert.equal(shortPlace(undefined), undefined)
})

test('the label of a context is app, its plugin, or the line that registers it', async () => {
  const app = espalier()
  app.register(plugin({ name: 'books', setup: () => {} }))
  app.register(plugin({ name: '/srv/shop/node_modules/@fastify/static/index.js', setup: () => {} }))
  app.register(async () => {})
  await app.ready()
  const root = nodeOf(app)
  const labels = [root, ...root.children].map(contextLabel)
  assert.deepEqual(labels.slice(0, 3), ['app', 'books', '@fastify/static/index.js'])
  assert.match(labels[3] ?? '', /^plugin at context-label\.test\.js:\d+$/)
  await app.close()
})
