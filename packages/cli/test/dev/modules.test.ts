import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Modules } from '../../src/dev/modules.ts'

// test/consumers/dev tests modules with an installed Vite.
test('Modules.open rejects in a folder without Vite', async () => {
  await assert.rejects(Modules.open('/'), /needs Vite 7 or later/)
})
