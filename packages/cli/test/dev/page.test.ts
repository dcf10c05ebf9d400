import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Page } from '../../src/dev/page.ts'

// The page itself is tested with a Vite that is installed: test/consumers/dev.
test('a folder that has no Vite has no page', async () => {
  await assert.rejects(Page.open('/', '/'), /needs Vite 7 or later/)
})
