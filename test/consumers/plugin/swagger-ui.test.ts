/** The page of @fastify/swagger-ui as a browser has it. The rest of the plugin is tested beside @fastify/swagger. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { createDocumentedApp } from '../../ecosystem/documented-app.ts'
import { serving } from '../../ecosystem/serving.ts'

const browserPath = '/usr/bin/chromium'

test('every file that the page links to exists', async (t) => {
  const origin = await serving(t, await createDocumentedApp())

  const page = await (await fetch(`${origin}/docs`)).text()
  const paths = [...page.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, path = '']) => path)
  assert.ok(paths.length > 3, page)
  for (const path of paths) {
    const answer = await fetch(new URL(path, `${origin}/docs`))
    assert.equal(answer.status, 200, path)
    assert.ok((await answer.arrayBuffer()).byteLength > 0, path)
  }
})

const skip = existsSync(browserPath) ? false : `no browser at ${browserPath}: install chromium to open the page`

test('a browser opens the page, shows the routes and tries one of them', { skip }, async (t) => {
  const origin = await serving(t, await createDocumentedApp())
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage']
  })
  t.after(() => browser.close())
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))

  await page.goto(`${origin}/docs`)
  const operation = page.locator('#operations-books-get_books__id_')
  await operation.locator('.opblock-summary-control').click()
  await operation.locator('.try-out__btn').click()
  await operation.locator('input[placeholder="id"]').fill('7')
  await operation.locator('button.execute').click()
  const answer = operation.locator('.live-responses-table .highlight-code')
  await answer.waitFor()

  assert.match((await page.locator('.info .title').textContent()) ?? '', /Bookshop/)
  assert.equal(await page.locator('.opblock').count(), 2)
  assert.match((await answer.textContent()) ?? '', /"title": "Walden"/)
  assert.deepEqual(faults, [])
})
