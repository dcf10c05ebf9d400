import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Page } from '../../src/dev/page.ts'

// test/consumers/dev tests the page with an installed Vite.
test('Page.open rejects in a folder without Vite', async () => {
  await assert.rejects(Page.open('/', '/'), /needs Vite 7 or later/)
})
