// The HTML of a page as readers need it: tables that scroll by themselves, and rows that links lead to.

/** Pages with charts stand at the root of the site. */
const charts = 'https://raw.githubusercontent.com/espalier-js/espalier/main/bench/'

const code = String.raw`<code>(?<name>[\w.]+)</code>`
const firstCell = new RegExp(`<tr>\\s*<td(?<rest>[^>]*)>${code}</td>`, 'g')

/** The HTML of a page's Markdown, made ready. Rows of tables whose first cell is one name get it as their id, and count most for the search. */
export function toReadable(html) {
  const ids = new Set()
  return html
    .replaceAll(charts, 'bench/')
    .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(firstCell, (row, rest, name) => {
      if (ids.has(name) || html.includes(`id="${name}"`)) return row
      ids.add(name)
      const looks = name.length > 24 ? ' class="long"' : ''
      return `<tr><td${rest} id="${name}"${looks} data-pagefind-weight="10"><a href="#${name}"><code>${name}</code></a></td>`
    })
}
