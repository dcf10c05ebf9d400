// The HTML of a page as readers need it: tables that scroll by themselves, rows that links lead to, and codes of errors as such links.
import { posix } from 'node:path'
import { read } from './list.mjs'

/** Pages with charts stand at the root of the site. */
const charts = 'https://raw.githubusercontent.com/espalier-js/espalier/main/bench/'

const code = String.raw`<code>(?<name>[\w.]+)</code>`
const firstCell = new RegExp(`<tr>\\s*<td(?<rest>[^>]*)>${code}</td>`, 'g')

/** The HTML of a page's Markdown, made ready. */
export function toReadable(page, html) {
  const readable = html
    .replaceAll(charts, 'bench/')
    .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>')
  return withErrors(page, page.group === 'Reference' ? withRows(readable) : readable)
}

/** Rows of tables whose first cell is one name get it as their id, and count most for the search. */
function withRows(html) {
  const ids = new Set()
  return html.replaceAll(firstCell, (row, rest, name) => {
    if (ids.has(name) || html.includes(`id="${name}"`)) return row
    ids.add(name)
    const looks = name.length > 24 ? ' class="long"' : ''
    return `<tr><td${rest} id="${name}"${looks} data-pagefind-weight="10"><a href="#${name}"><code>${name}</code></a></td>`
  })
}

/** Codes of errors lead to their rows. Links are left as they are. */
function withErrors({ slug }, html) {
  const codes = new Set(read('docs/errors.md').match(/(?<=^\| `)\w+(?=` \|)/gm))
  const address = posix.relative(posix.dirname(slug), 'errors.html')
  return html.replaceAll(/<a\b.*?<\/a>|<code>(?<name>[A-Z]+_\w+)<\/code>/gs, (text, name) =>
    codes.has(name) ? `<a href="${address}#${name}">${text}</a>` : text
  )
}
