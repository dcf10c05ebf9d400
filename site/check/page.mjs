// One page at the width of a phone: does it fit, is it accessible in both colours, how much script does it load, where do its links lead?
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { phone } from './browser.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The most script that a page may load before its reader does something, in bytes, each file by gzip. */
const mostScript = 100_000

/**
 * Visits a page.
 *
 * @returns its faults as sentences, the bytes of its script, its links and the ids that links may lead to
 */
export async function visit(browser, address) {
  const page = await browser.newPage({ viewport: phone, colorScheme: 'light' })
  const faults = []
  const scripts = weighScripts(page)
  page.on('console', (message) => message.type() === 'error' && faults.push(`prints ${message.text()}`))
  page.on('pageerror', (error) => faults.push(`throws ${error.message}`))
  await page.goto(address, { waitUntil: 'networkidle' })
  const { width, inline, links, ids } = await page.evaluate(readPage)
  const script = (await scripts()) + gzipSync(inline).length
  if (width > phone.width) faults.push(`is ${width} pixels wide`)
  if (script > mostScript) faults.push(`loads ${script} bytes of script`)
  await page.evaluate(axe)
  faults.push(...(await judge(page, {})).map((fault) => `light: ${fault}`))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  faults.push(...(await judge(page, { runOnly: ['color-contrast'] })).map((fault) => `dark: ${fault}`))
  await page.close()
  return { faults, script, links, ids }
}

/** Collects the scripts that a page loads; the result adds up their bytes, each by gzip. */
function weighScripts(page) {
  const bodies = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  return async () => (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0)
}

/** Runs in the page. */
function readPage() {
  const inline = [...document.scripts].filter(({ src, type }) => !src && /^$|javascript|module/.test(type))
  return {
    width: document.documentElement.scrollWidth,
    inline: inline.map(({ textContent }) => textContent).join('\n'),
    links: [...document.querySelectorAll('a[href], link[rel=alternate]')].map(({ href }) => href),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id)
  }
}

async function judge(page, options) {
  const { violations } = await page.evaluate(
    (given) => globalThis.axe.run({ resultTypes: ['violations'], ...given }),
    options
  )
  return violations.map(({ id, help, nodes }) => `${id} (${help}) at ${nodes.length}: ${nodes[0].html.slice(0, 200)}`)
}
