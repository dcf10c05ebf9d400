import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const shown = (app: Anything) => app.printPlugins().replaceAll(/-?\d+ ms/g, 'ms')

test('printPlugins shows an unnamed plugin by its line, and nested contexts as branches', async () => {
  const { app } = createApp()
  app.register(async function first(child: Anything) {
    child.register(async (inner: Anything) => {
      inner.register(async function deepest() {})
    })
    child.get('/child', () => '')
    await child.after()
  })
  await app.register(async function second() {})
  app.get('/', () => '')
  await app.ready()
  const [root, one, inline, deepest, ...others] = shown(app).split('\n')
  assert.deepEqual([root, one], ['root ms', '├─┬ first ms'])
  assert.match(inline, /^│ ├─┬ plugin at .*loading-tree\.test\.[jt]s:\d+:\d+ ms$/)
  assert.equal(deepest, '│ │ └── deepest ms')
  assert.deepEqual(others, ['│ └── after() or await ms', '├── second ms', '└── after() or await ms', ''])
})

test('printPlugins keeps the names of the lines when a plugin fails', async () => {
  const { app } = createApp()
  app.register(async function fails() {
    throw new Error('down')
  })
  app.after(function handled(_error: unknown, done: () => void) {
    done()
  })
  app.register(async function works() {})
  await app.ready()
  assert.equal(shown(app), 'root ms\n├── fails ms\n├── handled ms\n└── works ms\n')
})
