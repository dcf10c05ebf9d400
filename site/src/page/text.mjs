// The text of a page: the document of the repository, with links that lead to the site.
import { withLinks } from './link.mjs'
import { listPages, read } from './list.mjs'

/**
 * The Markdown of a page.
 *
 * @param {import('./list.mjs').Page} page
 * @param {string} ending the ending of addresses that its links have: `.html` or `.md`
 */
export function textOf(page, ending) {
  const pages = listPages()
  const text = withLinks(page, pages, ending, read(page.file))
  return page.slug === 'index' ? withTasks(text, pages, ending) : text
}

/** The first page has the program of README.md, then the index by task, then the rest. */
function withTasks(text, pages, ending) {
  const index = pages.find(({ slug }) => slug === 'by-task')
  const table = withLinks(index, pages, ending, read(index.file)).replace(/^# .+\n/, '')
  return text.replace(/^## /m, () => `## By task\n${table}\n## `)
}

/** The title, which is the first heading, and the text below it. */
export function splitTitle(markdown) {
  const [heading, title = ''] = /^# (.+)\n/.exec(markdown) ?? ['']
  return { title: title.replaceAll('`', ''), body: markdown.slice(heading.length) }
}
