// `npm run site -- check`: every page of site/dist in a browser. It prints the faults, and ends with 1 where there is one.
import { fileURLToPath } from 'node:url'
import { listPages } from '../src/page/list.mjs'
import { launch } from './browser.mjs'
import { findDead } from './link.mjs'
import { judgeMarkdown } from './markdown.mjs'
import { visit } from './page.mjs'
import { judgeReader } from './reader.mjs'
import { serve } from './serve.mjs'

const folder = fileURLToPath(new URL('../dist', import.meta.url))
const { origin, close } = await serve(folder)
const browser = await launch()
const visits = new Map()
let count = 0
tell(judgeMarkdown(folder))

// Words are slugs of pages: only these are visited, and links are left out.
const named = process.argv.slice(2)
const slugs = named.length > 0 ? named : ['404', ...listPages().map(({ slug }) => slug)]
const waiting = slugs.map((slug) => `${origin}/${slug}.html`)
await Promise.all([visitNext(), visitNext()])
if (named.length === 0) tell([...findDead(visits, origin, folder), ...(await judgeReader(browser, origin))])
await browser.close()
close()

const [heaviest] = [...visits].toSorted(([, one], [, other]) => other.script - one.script)
console.log(
  `${visits.size} pages, ${count} faults; the most script is ${heaviest[1].script} bytes (${heaviest[0].replace(`${origin}/`, '')})`
)
process.exitCode = count > 0 ? 1 : 0

async function visitNext() {
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const found = await visit(browser, address)
    visits.set(address, found)
    tell(found.faults.map((fault) => `${address} ${fault}`))
  }
}

function tell(faults) {
  count += faults.length
  for (const fault of faults) console.log(fault.replaceAll(`${origin}/`, ''))
}
