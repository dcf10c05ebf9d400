// The pages of the site and their groups. The table is llms.txt: test/links.test.ts holds that it names every page once.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** The folder of the repository. The commands of the site run in `site/`. */
export const root = new URL('../', `file://${process.cwd()}/`)

export const repository = 'https://github.com/espalier-js/espalier'

/**
 * @typedef {object} Page
 * @property {string} file its path in the repository
 * @property {string} slug its address below the site's root, without an ending
 * @property {string} label its name in lists
 * @property {string} line one sentence about it
 * @property {string} group
 */

/** The text of a file of the repository. */
export const read = (file) => readFileSync(new URL(file, root), 'utf8')

/** @returns {readonly Page[]} all pages, in the order of the side bar */
export function listPages() {
  const pages = []
  let group = ''
  for (const row of read('llms.txt').split('\n')) {
    group = /^## (.+)/.exec(row)?.[1] ?? group
    const { label, address, line } = /^- \[(?<label>.+?)\]\((?<address>\S+)\): (?<line>.+)/.exec(row)?.groups ?? {}
    if (address === undefined) continue
    const file = address.replace(`${repository}/blob/main/`, '')
    pages.push({ file, slug: slugOf(file), label, line, group: groups[group] ?? group })
  }
  return pages
}

/** llms.txt names its last section by a word that its readers know. */
const groups = { Optional: 'The project' }

const slugs = { 'README.md': 'index', 'docs/README.md': 'by-task' }

function slugOf(file) {
  const path = file.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '')
  return slugs[file] ?? (posix.dirname(file) === '.' ? path.toLowerCase() : path)
}
