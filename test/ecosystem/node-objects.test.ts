/** Every file of these tests stands in docs/performance.md: with what it asks for, or with those that ask for nothing. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { readDetached, readTable } from './node-objects.ts'

test('the tables of what plugins cost name every plugin once', () => {
  const names = ['test/ecosystem', 'test/consumers/plugin'].flatMap((folder) => readdirSync(folder))
  const files = names.flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? [])
  const plugins = files.filter((name) => name !== 'node-objects')
  assert.deepEqual([...readTable().keys(), ...readDetached()].sort(), plugins.sort())
})
