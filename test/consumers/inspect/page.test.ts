/** The page of `espalier inspect` as a browser has it. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createFolder, espalier } from '../../ahead/running.ts'

const browserPath = '/usr/bin/chromium'
const skip = existsSync(browserPath) ? false : `no browser at ${browserPath}: install chromium to open the page`

const hostile = '</script><img src=x onerror=alert(1)>\u001b[2J'
const source = (guard: string, sections = 2, routes = 2) => `import { espalier, guard, plugin } from 'espalier'
const requireUser = guard(async () => ({ user: 'ada' }))
export const app = espalier()
app.addHook('onRequest', async function everywhere() {})
app.register(plugin({ name: ${JSON.stringify(hostile)}, setup: (child) => { child.get('/hostile', () => 'ok') } }))
for (let section = 0; section < ${sections}; section++)
  app.register(plugin({
    name: 'section-' + section,
    setup: (child) => {
      if (section % 2 === 1) child.addHook('onRequest', ${guard})
      for (let route = 0; route < ${routes}; route++) child.get('/' + section + '/things/' + route, () => 1)
    }
  }))
`

const folder = await createFolder()
const path = (name: string) => join(folder, name)
let browser: Browser | undefined
after(async () => {
  await browser?.close()
  await rm(folder, { recursive: true })
})

/** Writes the page of an application and opens it. */
async function open(text: string, ...flags: string[]): Promise<{ page: Page; faults: string[] }> {
  await writeFile(path('app.mjs'), text)
  const { code, stderr } = await espalier(['inspect', path('app.mjs'), '--out', path('page.html'), ...flags])
  assert.deepEqual([code, stderr], [0, ''])
  browser ??= await chromium.launch({
    executablePath: browserPath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage']
  })
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('dialog', (dialog) => faults.push(dialog.message()))
  page.on('request', (request) => /^(?:file|data):/.test(request.url()) || faults.push(request.url()))
  await page.goto(pathToFileURL(path('page.html')).href)
  return { page, faults }
}

const titles = (page: Page) => page.locator('#tree li.route .url').allTextContents()

test('a guard shows its routes, a route its steps, and hostile names are text', { skip }, async () => {
  const { page, faults } = await open(source('requireUser'))
  assert.deepEqual(await titles(page), ['/hostile', '/0/things/0', '/0/things/1', '/1/things/0', '/1/things/1'])
  assert.ok((await page.locator('#tree').textContent())?.includes(hostile))
  await page.locator('#tree button.chip', { hasText: 'requireUser' }).click()
  assert.match((await page.locator('#detail h2').textContent()) ?? '', /^guard requireUser$/)
  assert.deepEqual(await page.locator('#detail .link .url').allTextContents(), ['/1/things/0', '/1/things/1'])
  await page.locator('#detail .link').first().click()
  assert.equal(await page.locator('#detail h2').textContent(), 'GET /1/things/0')
  const runs = await page.locator('#detail .step-name').allTextContents()
  assert.deepEqual(runs.slice(0, 2), ['everywhere', 'requireUser'])
  await page.locator('#detail summary', { hasText: 'Bounds' }).click()
  const bounds = page.locator('#detail .bounds li')
  assert.match(
    (await bounds.allTextContents()).join('\n'),
    /^maxHeaderSize 16,384 bytes of Node’s server; answers 431 \(over HTTP\/1\)$/m
  )
  assert.equal(await bounds.first().isVisible(), true)
  assert.deepEqual(faults, [])
})

test('keys search, fold, select and leave the search', { skip }, async () => {
  const { page } = await open(source('requireUser'))
  await page.keyboard.press('/')
  await page.keyboard.type('1/things/1')
  assert.deepEqual(await titles(page), ['/1/things/1'])
  await page.keyboard.press('Escape')
  await page.locator('#tree [tabindex="0"]').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  assert.equal(await page.locator('#detail h2').textContent(), 'GET /1/things/1')
})

test('the page shows the differences from another version with links to its routes', { skip }, async () => {
  await writeFile(path('app.mjs'), source('requireUser'))
  const { stdout } = await espalier(['routes', path('app.mjs'), '--json'])
  await writeFile(path('before.json'), stdout)
  const { page } = await open(source('async function count() {}', 2, 3), '--diff', path('before.json'))
  const changes = (await page.locator('#changes summary').allTextContents()).map((text) => text.trim())
  assert.deepEqual(changes, [
    '− guard requireUser no longer runs for 2 routes onRequest',
    '+ count now runs for 2 routes onRequest',
    '+ 2 new'
  ])
  assert.equal(await page.locator('#tree .chip.removes').count(), 2)
  await page.locator('#changes .link').first().click()
  assert.equal(await page.locator('#detail h2').textContent(), 'GET /1/things/0')
})

test('a page of ten thousand routes renders fewer than 800 rows and finds the others by search', { skip }, async () => {
  const { page } = await open(source('requireUser', 200, 50))
  const drawn = () => page.locator('#tree li[role=treeitem]').count()
  assert.ok((await drawn()) < 800, `${await drawn()} rows`)
  await page.locator('#query').fill('things')
  assert.ok((await drawn()) < 800, `${await drawn()} rows`)
  await page.locator('#query').fill('199/things/49')
  assert.deepEqual(await titles(page), ['/199/things/49'])
})
