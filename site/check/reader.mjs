// What a reader does with the keyboard: skips to the content, searches, and comes to a page.
import { phone } from './browser.mjs'

/** Words, and the page that is among the first five results for each. */
const words = {
  bodyLimit: 'options',
  bearerAuth: 'api',
  derive: 'contexts',
  FST_ERR_VALIDATION: 'errors',
  idempotency: 'recipes/idempotency',
  onRequest: 'lifecycle',
  prefix: 'contexts',
  uploads: 'recipes/uploads',
  websocket: 'recipes/sockets',
  zod: 'type-providers'
}

/** The faults of keyboard and search, as sentences. */
export async function judgeReader(browser, origin) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(10_000)
  const faults = []
  for (const judge of [judgeSkipLink, judgeSearch, judgeResults, judgeMenu]) {
    // A locator that waits in vain throws.
    faults.push(...(await judge(page, origin).catch((error) => [`${judge.name}: ${error.message}`])))
  }
  await page.close()
  return faults
}

async function judgeSkipLink(page, origin) {
  await page.goto(`${origin}/contexts.html`, { waitUntil: 'networkidle' })
  await page.keyboard.press('Tab')
  const text = await page.evaluate(() => document.activeElement?.textContent?.trim())
  if (text !== 'Skip to content') return [`The first stop of the keyboard is '${text}'`]
  await page.keyboard.press('Enter')
  return new URL(page.url()).hash === '#_top' ? [] : ['The skip link does not lead to the content']
}

async function judgeSearch(page) {
  const dialog = page.locator('site-search dialog')
  await page.keyboard.press('Control+k')
  await dialog.waitFor({ state: 'visible' })
  await page.keyboard.type('guard')
  await dialog.locator('.pagefind-ui__result-link').first().waitFor()
  await page.keyboard.press('Escape')
  // The first Escape empties the field in some browsers.
  if (await dialog.isVisible()) await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('idempotency')
  await dialog.locator('.pagefind-ui__result-link').first().waitFor()
  await page.keyboard.press('Tab')
  return (await dialog.evaluate((node) => node.contains(document.activeElement)))
    ? []
    : ['The keyboard leaves the search while it is open']
}

async function judgeResults(page) {
  const found = await page.evaluate(
    async ({ address, given }) => {
      const { search } = await import(address)
      const results = {}
      for (const word of given) {
        const { results: all } = await search(word)
        results[word] = await Promise.all(all.slice(0, 5).map(async (one) => (await one.data()).url))
      }
      return results
    },
    { address: '/pagefind/pagefind.js', given: Object.keys(words) }
  )
  return Object.entries(words)
    .filter(([word, slug]) => !found[word].some((url) => url.endsWith(`/${slug}.html`)))
    .map(([word, slug]) => `The search for ${word} finds ${found[word].join(', ')} before ${slug}`)
}

/** On a phone the side bar is behind a button. */
async function judgeMenu(page, origin) {
  await page.setViewportSize(phone)
  await page.goto(`${origin}/options.html`, { waitUntil: 'networkidle' })
  const link = page.locator('#starlight__sidebar a[href$="contexts.html"]').first()
  const button = page.locator('button[popovertarget=starlight__sidebar]')
  await button.focus()
  await page.keyboard.press('Enter')
  await link.waitFor({ state: 'visible' })
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  return []
}
