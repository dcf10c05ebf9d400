import { satteri } from '@astrojs/markdown-satteri'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import { fence } from './src/code/fence.mjs'
import { hover } from './src/code/hover.mjs'
import { listPages, repository } from './src/page/list.mjs'

/** The groups of pages as Starlight's side bar. Those that help to build are open, those that help to judge are closed. */
function toSidebar() {
  const groups = Object.groupBy(listPages(), ({ group, slug }) => (slug.startsWith('decisions/') ? 'Decisions' : group))
  const closed = ['Proofs', 'The project', 'Decisions']
  return Object.entries(groups).map(([label, pages]) => ({
    label,
    collapsed: closed.includes(label),
    items: pages.map((page) => ({ label: page.label, slug: page.slug }))
  }))
}

export default defineConfig({
  site: process.env.SITE_URL,
  base: process.env.SITE_BASE ?? '/',
  // Addresses are files, which every server of files has: /contexts.html beside /contexts.md.
  build: { format: 'file' },
  trailingSlash: 'never',
  markdown: {
    processor: satteri({ features: { smartPunctuation: false } }),
    shikiConfig: {
      themes: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      defaultColor: false,
      transformers: [hover(), fence()]
    }
  },
  integrations: [
    starlight({
      title: 'espalier',
      description: 'A Fastify-compatible web framework for Node.js with exact types.',
      social: [{ icon: 'github', label: 'GitHub', href: repository }],
      sidebar: toSidebar(),
      expressiveCode: false,
      customCss: ['./src/part/style.css'],
      components: { EditLink: './src/part/EditLink.astro', MarkdownContent: './src/part/MarkdownContent.astro' },
      // The pages to look things up are long; their length says nothing against them.
      pagefind: { ranking: { pageLength: 0.1, termFrequency: 0.3 } }
    })
  ]
})
