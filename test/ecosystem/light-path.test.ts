/** Every file of these tests stands in docs/performance.md: with what it costs the light exchange, or with those that cost nothing. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { readLight, readTable } from './light-path.ts'

test('the tables of what plugins cost name every plugin once', () => {
  const names = ['test/ecosystem', 'test/consumers/plugin'].flatMap((folder) => readdirSync(folder))
  const files = names.flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? [])
  const plugins = files.filter((name) => name !== 'light-path')
  assert.deepEqual([...readTable().keys(), ...readLight()].sort(), plugins.sort())
})
