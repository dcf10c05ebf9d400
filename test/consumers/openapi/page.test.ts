/** The page of `openapiPage` in a browser: behind a proxy with a prefix, with a policy without inline scripts, and without other hosts. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { file, form } from '@espalier/kit/form'
import { openapiPage } from '@espalier/kit/openapi-page'
import { uploads } from '@espalier/kit/uploads'
import { espalier, Type } from 'espalier'
import { bearerAuth } from 'espalier/bearer-auth'
import { chromium } from 'playwright-core'
import { behindProxy } from '../../../packages/kit/test/openapi-page/proxy.ts'

const browserPath = '/usr/bin/chromium'
const skip = existsSync(browserPath) ? false : `no browser at ${browserPath}: install chromium to open the page`

function createApp(version: '3.1' | '3.2') {
  const app = espalier()
  app.register(openapiPage, { prefix: '/docs', document: { info: { title: 'Bookshop', version: '1.0.0' }, version } })
  app.register(async (context) => {
    context.register(bearerAuth, { keys: ['a secret key'] })
    const schema = { params: { id: Type.Integer() }, response: { 200: { title: Type.String() } } }
    context.get('/books/:id', { schema: { ...schema, tags: ['books'] } }, ({ params }) => ({
      title: `Book ${params.id}`
    }))
  })
  app.register(uploads, { folder: tmpdir() })
  const cover = form({ title: Type.String(), cover: file({ maxBytes: 1000, types: ['image/png'] }) })
  app.register(async (context) => {
    context.post('/covers', { schema: { ...cover, tags: ['covers'] } }, ({ body: { title, cover } }) => ({
      title,
      name: cover.name,
      bytes: cover.bytes
    }))
  })
  return app
}

for (const version of ['3.1', '3.2'] as const)
  test(`a browser tries an operation of an OpenAPI ${version} document without errors or requests to other hosts`, {
    skip
  }, async (t) => {
    const app = createApp(version)
    t.after(() => app.close())
    const origin = await behindProxy(t, await app.listen({ port: 0, host: '127.0.0.1' }), '/gateway')
    const browser = await chromium.launch({
      executablePath: browserPath,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-dev-shm-usage'
      ]
    })
    t.after(() => browser.close())
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith('data:') && !url.startsWith(`${origin}/gateway/`)) faults.push(url)
    })

    await page.goto(`${origin}/gateway/docs/`)
    await page.locator('button.authorize').first().click()
    await page.locator('.auth-container input').fill('a secret key')
    await page.locator('.auth-container button.authorize').click()
    await page.locator('.auth-container button.btn-done').click()
    const operation = page.locator('.opblock-get')
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.try-out__btn').click()
    await operation.locator('input[placeholder="id"]').fill('7')
    await operation.locator('button.execute').click()
    const answer = operation.locator('.live-responses-table .highlight-code')
    await answer.waitFor()

    assert.match((await answer.textContent()) ?? '', /"title": "Book 7"/)
    const upload = page.locator('.opblock-post')
    await upload.locator('.opblock-summary-control').click()
    await upload.locator('.try-out__btn').click()
    await upload.locator('input[type=text]').fill('The Waves')
    await upload
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('abc') })
    await upload.locator('button.execute').click()
    const stored = upload.locator('.live-responses-table .highlight-code')
    await stored.waitFor()
    assert.match((await stored.textContent()) ?? '', /"title": "The Waves",\s+"name": "a.png",\s+"bytes": 3/)

    assert.match((await page.locator('.info .title').textContent()) ?? '', /Bookshop/)
    assert.equal(await page.locator('.topbar, img').count(), 0)
    assert.deepEqual(faults, [])
  })
