/** The recipe of a login by cookie in a browser: pages of another site and of a sibling try to use the cookie. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { createMembers } from '../../readme/members.ts'
import { recipeOf } from '../../readme/recipe.ts'

const browserPath = '/usr/bin/chromium'
const skip = existsSync(browserPath) ? false : `no browser at ${browserPath}: install chromium to open the page`

test('the session works for its own site, and requests from other sites are refused', { skip }, async (t) => {
  const app = await createMembers(recipeOf('docs/recipes/authentication.md', t))
  t.after(() => app.close())
  app.get('/page', (_request, reply) => reply.type('text/html').send('<title>own</title>'))
  const own = new URL(await app.listen({ port: 0, host: 'localhost' }))
  own.hostname = 'localhost'
  const foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<form method="post" action="${own.origin}/deed" enctype="text/plain"><input name="a" value="1"><button>Win</button></form>`
    )
  }).listen(0)
  await once(foreign, 'listening')
  t.after(() => foreign.close())
  const { port } = Object(foreign.address())

  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage']
  })
  t.after(() => browser.close())
  const page = await browser.newPage()
  const call = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ([url, method, body]) => {
        const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
        const { status } = await fetch(`${url}`, {
          method: `${method}`,
          headers,
          body: body === undefined ? null : JSON.stringify(body)
        })
        return status
      },
      [`${own.origin}${path}`, method, body] as const
    )

  await page.goto(`${own.origin}/page`)
  assert.equal(await call('GET', '/me'), 401)
  assert.equal(await call('POST', '/session', { name: 'ada', password: 'correct horse' }), 204)
  assert.deepEqual([await call('GET', '/me'), await call('POST', '/deed')], [200, 200])
  assert.equal(await page.evaluate('document.cookie'), '')
  const [cookie] = await page.context().cookies(own.origin)
  assert.deepEqual([cookie?.httpOnly, cookie?.secure, cookie?.sameSite], [true, true, 'Lax'])

  // The first is another site; the second is the same site by its name, at another port.
  const foreigners = {
    '127.0.0.1': ['cross-site', undefined],
    localhost: ['same-site', `__Host-session=${cookie?.value}`]
  }
  for (const [host, fields] of Object.entries(foreigners)) {
    await page.goto(`http://${host}:${port}/`)
    const [answer] = await Promise.all([page.waitForResponse(`${own.origin}/deed`), page.locator('button').click()])
    assert.equal(answer.status(), 403, host)
    const sent = await answer.request().allHeaders()
    assert.deepEqual([sent['sec-fetch-site'], sent.cookie], fields)
  }
  assert.deepEqual(app.deeds, ['POST'])

  await page.goto(`${own.origin}/page`)
  assert.equal(await call('GET', '/me'), 200)
  assert.equal(await call('DELETE', '/session'), 204)
  assert.equal(await call('GET', '/me'), 401)
  assert.deepEqual(await page.context().cookies(own.origin), [])
})
