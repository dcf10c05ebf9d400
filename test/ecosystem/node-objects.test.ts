/** Each test file of this folder is listed in docs/performance.md, with the Node objects that its plugin uses or without. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { readDetached, readTable } from './node-objects.ts'

test('the tables of Node objects that plugins use list every plugin once', () => {
  const names = ['test/ecosystem', 'test/consumers/plugin'].flatMap((folder) => readdirSync(folder))
  const files = names.flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? [])
  const plugins = files.filter((name) => name !== 'node-objects')
  assert.deepEqual([...readTable().keys(), ...readDetached()].sort(), plugins.sort())
})
