// llms.txt of the repository, with links to the Markdown of the site.
import { withLinks } from '../page/link.mjs'
import { listPages, read } from '../page/list.mjs'

export function GET() {
  const pages = listPages()
  return new Response(withLinks({ file: 'llms.txt', slug: 'llms' }, pages, '.md', read('llms.txt')))
}
