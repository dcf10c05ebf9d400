import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, plugin } from 'espalier'
import { bootedBefore, bootedBy } from '../../src/load/booted.ts'

const named = (name: string, setup: (app: ReturnType<typeof espalier>) => unknown = () => {}) =>
  plugin({ name, setup: (app) => void setup(app as never) })

const failing = named('failing', () => {
  throw new Error('no')
})

test('booted plugins are listed in start order, without those that waited for the failed one', async () => {
  const app = espalier()
  app.register(named('one', (child) => child.register(named('of one'))))
  app.register(named('two', (child) => child.register(named('before')).register(failing).register(named('behind'))))
  app.register(named('three'))
  await assert.rejects(async () => void (await app.ready()))
  assert.deepEqual(bootedBy(app), ['one', 'of one', 'two', 'before', 'failing'])
  assert.deepEqual(bootedBefore(app, 'failing'), ['one', 'of one', 'before'])
  assert.deepEqual(bootedBefore(app, undefined), bootedBy(app))
})

test('an app without printPlugins has an empty list', () => {
  const app = { ready: async () => {}, close: async () => {} }
  assert.deepEqual(bootedBy(app), [])
  assert.deepEqual(
    bootedBefore(
      {
        ...app,
        printPlugins: () => {
          throw new Error('deep')
        }
      } as never,
      'x'
    ),
    []
  )
})
