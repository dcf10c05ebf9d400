import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Modules } from '../../src/dev/modules.ts'

// The modules themselves are tested with a Vite that is installed: test/consumers/dev.
test('a folder that has no Vite has no modules', async () => {
  await assert.rejects(Modules.open('/'), /needs Vite 7 or later/)
})
