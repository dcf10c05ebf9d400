import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, guard, plugin } from '../../src/index.ts'
import { contextLabel, labelOf, shortPlace } from '../../src/tree/label.ts'
import { nodeOf } from '../../src/tree/node.ts'
import { toCallable } from '../../src/user-function.ts'

const place = { file: 'file:///shop/src/auth.ts', line: 12, column: 3 }

test('a function is called by its name, else by the line that declared it, else by its text', () => {
  assert.equal(
    labelOf(
      toCallable(function requireUser() {}),
      'hook',
      place
    ),
    'requireUser'
  )
  assert.equal(
    labelOf(
      toCallable(() => {}),
      'hook',
      place
    ),
    'hook at auth.ts:12'
  )
  assert.equal(
    labelOf(
      toCallable(
        (
          () => () =>
            7
        )()
      ),
      'hook',
      undefined
    ),
    '() => 7'
  )
})

test('a guard is called by the function that it was made of, and by the line that made it', () => {
  assert.equal(
    labelOf(
      toCallable(
        guard(function findUser() {
          return {}
        }) as never
      ),
      'guard',
      place
    ),
    'findUser'
  )
  assert.match(labelOf(toCallable(guard(() => ({})) as never), 'guard', place), /^guard at label\.test\.js:\d+$/)
})

test('a name has at most 80 characters', () => {
  const long = Object.defineProperty(() => {}, 'name', { value: 'x'.repeat(200) })
  assert.equal(labelOf(toCallable(long), 'hook', place), `${'x'.repeat(79)}…`)
})

test('a place is written by the name of its file, whatever separates its folders', () => {
  assert.equal(shortPlace(place), 'auth.ts:12')
  assert.equal(shortPlace({ ...place, file: 'C:\\shop\\auth.cjs' }), 'auth.cjs:12')
  assert.equal(shortPlace(undefined), undefined)
})

test('a context is called app, or by its plugin, or by the line that registers it', async () => {
  const app = espalier()
  app.register(plugin({ name: 'books', setup: () => {} }))
  app.register(plugin({ name: '/srv/shop/node_modules/@fastify/static/index.js', setup: () => {} }))
  app.register(async () => {})
  await app.ready()
  const root = nodeOf(app)
  const labels = [root, ...root.children].map(contextLabel)
  assert.deepEqual(labels.slice(0, 3), ['app', 'books', '@fastify/static/index.js'])
  assert.match(labels[3] ?? '', /^plugin at label\.test\.js:\d+$/)
  await app.close()
})
