// Links of the documents, which lead to files or to GitHub, as links between pages of the site.
import { posix } from 'node:path'
import { read, repository } from './list.mjs'

const code = /^ *(```+)[\s\S]*?^ *\1`*$|`[^`\n]*`/gm

/**
 * The Markdown with each link to a page as a relative link to its address here, and each link to another file as its address on GitHub.
 *
 * @param {import('./list.mjs').Page} page the page whose text this is
 * @param {readonly import('./list.mjs').Page[]} pages
 * @param {string} ending `.html` or `.md`
 */
export function withLinks(page, pages, ending, markdown) {
  const codes = []
  const plain = markdown.replaceAll(code, (text) => `\0${codes.push(text) - 1}\0`)
  const linked = plain.replaceAll(/(!?)\]\((?<target>[^)\s]+)\)/g, (_, image, target) => {
    return `${image}](${toAddress(page, pages, ending, target)})`
  })
  return linked.replaceAll(/\0(\d+)\0/g, (_, index) => codes[index])
}

function toAddress(page, pages, ending, target) {
  const [path, anchor] = target.split('#')
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (path === '') return isTitle(page, anchor, ending) ? top : hash
  const file = fileOf(page, path)
  if (file === undefined) return target
  const there = pages.find((one) => one.file === file || one.file === posix.join(file, 'README.md'))
  if (there === undefined) return `${repository}/blob/main/${file}${hash}`
  return (
    posix.relative(posix.dirname(page.slug), `${there.slug}${ending}`) + (isTitle(there, anchor, ending) ? top : hash)
  )
}

/** Starlight writes the title of a page itself, under this anchor. */
const top = '#_top'

const isTitle = ({ file }, anchor, ending) =>
  ending === '.html' &&
  anchor !== undefined &&
  /^# (.+)/.exec(read(file))?.[1].toLowerCase().replaceAll(' ', '-') === anchor

/** The path in the repository that a link leads to; undefined where it leads out of it. */
function fileOf(page, path) {
  for (const start of [`${repository}/blob/main/`, `${repository}/tree/main/`])
    if (path.startsWith(start)) return path.slice(start.length)
  if (/^[a-z]+:/.test(path)) return undefined
  return posix.join(posix.dirname(page.file), path)
}
