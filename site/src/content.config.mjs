// The documents of the repository as Starlight's collection `docs`. No file is copied: each is read where it stands.

import { defineCollection } from 'astro:content'
import { fileURLToPath } from 'node:url'
import { docsSchema } from '@astrojs/starlight/schema'
import { pagesWithHovers } from './code/hover.mjs'
import { withHovers } from './code/program.mjs'
import { withFigure } from './page/figure.mjs'
import { toReadable } from './page/html.mjs'
import { listPages, repository, root } from './page/list.mjs'
import { splitTitle, textOf } from './page/text.mjs'

const loader = {
  name: 'documents',
  async load(context) {
    await loadAll(context)
    context.watcher?.add([fileURLToPath(new URL('docs', root)), fileURLToPath(new URL('README.md', root))])
    context.watcher?.on('change', (path) => path.endsWith('.md') && loadAll(context))
  }
}

async function loadAll({ store, parseData, renderMarkdown }) {
  store.clear()
  for (const page of listPages()) {
    const { title, body } = splitTitle(textOf(page, '.html'))
    const data = await parseData({ id: page.slug, data: toData(page, title) })
    const { html, metadata } = await renderMarkdown(hasHovers(page) ? withHovers(body) : body)
    store.set({
      id: page.slug,
      data,
      body,
      rendered: { html: withFigure(page.slug, toReadable(page, html)), metadata },
      filePath: `../${page.file}`
    })
  }
}

/** Types take a minute: a page that is being written goes without. */
const hasHovers = ({ slug }) => import.meta.env.PROD && pagesWithHovers.has(slug)

/** True for a page that no document of the repository is. */
const isWritten = ({ slug }) => slug === 'exports'

function toData(page, title) {
  const markdown = `${page.slug.split('/').pop()}.md`
  return {
    title,
    description: page.line,
    editUrl: isWritten(page) ? false : `${repository}/edit/main/${page.file}`,
    head: [{ tag: 'link', attrs: { rel: 'alternate', type: 'text/markdown', href: markdown } }],
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: isWritten(page) ? 2 : 3 }
  }
}

export const collections = { docs: defineCollection({ loader, schema: docsSchema() }) }
