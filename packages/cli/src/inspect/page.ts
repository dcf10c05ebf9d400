import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PageData } from './page-data.ts'

const folder = new URL('../page/', import.meta.url)

/** Each script uses functions of the scripts before it, so the order matters. */
const scriptFiles = ['model.js', 'tree.js', 'detail.js', 'keys.js']

const read = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8')

/** Returns one HTML file with its style, scripts and data. Its content security policy forbids other scripts and all connections. */
export async function pageOf(data: PageData): Promise<string> {
  const [style, ...scripts] = await Promise.all(['style.css', ...scriptFiles].map(read))
  const script = scripts.join('\n')
  const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="icon" href="data:,">
<title>${escapeText(data.title)} · espalier</title>
<style>${style}</style>
</head>
<body>
${body}
<script type="application/json" id="data">${escapeJson(data)}</script>
<script>${script}</script>
</body>
</html>
`
}

const body = `<header>
  <h1 id="title"></h1>
  <p id="summary"></p>
  <search>
    <label for="query" class="hidden">Search routes, contexts and functions</label>
    <input id="query" type="search" placeholder="Search: path, context, guard …  ( / )" autocomplete="off" spellcheck="false">
    <label class="toggle"><input id="open-only" type="checkbox"> behind no guard</label>
  </search>
</header>
<main>
  <section id="tree-side" aria-label="Contexts and routes">
    <div id="changes" hidden></div>
    <ul id="tree" role="tree" aria-label="Contexts and routes"></ul>
    <p id="none" hidden>Nothing matches.</p>
  </section>
  <section id="detail" aria-live="polite" aria-label="Selection" tabindex="0"></section>
</main>
<noscript>This page needs JavaScript. Its script stands in the file, and loads nothing.</noscript>`

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Escapes `<`, because a name such as `</script>` in the data would end the script element. */
const escapeJson = (data: PageData): string =>
  JSON.stringify(data).replaceAll(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
