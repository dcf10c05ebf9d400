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
    if (label === 'Explain') pages.push({ ...exportsPage, group })
    pages.push({ file, slug: slugOf(file), label: labels[label] ?? label, line, group: labels[group] ?? group })
  }
  return pages
}

/** The page that ../../reference/main.mjs writes from doc comments. */
const exportsPage = {
  file: 'site/.astro/exports.md',
  slug: 'exports',
  label: 'Every export',
  line: 'each export of each entry point: its declaration and its doc comment'
}

/** Where llms.txt has a word of its readers or of the repository. */
const labels = { Optional: 'The project', README: 'Overview' }

const slugs = { 'README.md': 'index', 'docs/README.md': 'by-task' }

function slugOf(file) {
  const path = file.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '')
  return slugs[file] ?? (posix.dirname(file) === '.' ? path.toLowerCase() : path)
}
