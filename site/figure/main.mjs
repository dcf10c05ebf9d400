// Draws the figures into .astro/figures.json: by the slug of a page the HTML, and the text of the page that it stands before. And the page of
// `espalier inspect` for the program of README.md.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { root } from '../src/page/list.mjs'
import { drawLifecycle } from './lifecycle.mjs'
import { importApp, writeApp } from './program.mjs'
import { drawTree } from './tree.mjs'

const ofReadme = writeApp('README.md', 'requireStaff')
const ofContexts = writeApp('docs/contexts.md', "'archive'")
const inspected =
  '<p class="inspected"><a href="figures/inspect.html">The page of <code>espalier inspect</code></a> for this app.</p>'

const figures = {
  index: {
    before: '<p>Leave <code>register(db)</code> out',
    html: (await drawTree(await importApp(ofReadme), 'This app, drawn from its report')) + inspected
  },
  contexts: {
    before: '<h2 id="declaring-returns-the-wider-app"',
    html: await drawTree(await importApp(ofContexts), 'This app, drawn from its report')
  },
  lifecycle: { before: '<h2 id="hooks-of-a-request"', html: await drawLifecycle() }
}

mkdirSync('.astro', { recursive: true })
writeFileSync('.astro/figures.json', JSON.stringify(figures))
const command = fileURLToPath(new URL('dist/src/command.js', root))
execFileSync(process.execPath, [command, 'inspect', ofReadme, '--out', '.astro/inspect.html'], { stdio: 'inherit' })
