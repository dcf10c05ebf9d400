/** A section is a heading with its text, or a table row that starts with a name, such as an option or an error code. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface Section {
  readonly page: string
  readonly title: string
  /** The heading on the page. For a table row, the names in its first cell. */
  readonly heading: string
  /** The anchor of the heading on GitHub. For a table row, the anchor of the heading above the table. */
  readonly anchor: string
  readonly text: string
  readonly isRow: boolean
  /** Whether llms.txt lists the page as evidence or as optional: figures, decisions, and pages for maintainers. */
  readonly isEvidence: boolean
}

export interface Documents {
  readonly pages: ReadonlyMap<string, string>
  /** The text of llms.txt: pages by task, one line each. */
  readonly index: string
  readonly sections: readonly Section[]
}

export function readDocuments(): Documents {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@espalier/docs/package.json')), 'dist')
  const read = (path: string) => readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n')
  const below = readdirSync(join(folder, 'docs'), { recursive: true }).map((path) => `docs/${path}`)
  const paths = ['README.md', 'SECURITY.md', ...below.map((path) => path.replaceAll('\\', '/')).sort()]
  const pages = new Map(paths.filter((path) => path.endsWith('.md')).map((path) => [path, read(path)]))
  const index = read('llms.txt')
  const evidence = index
    .split(/^## (?:Proofs|Optional)$/m)
    .slice(1)
    .join()
  const sections = [...pages].flatMap(([page, text]) => toSections(page, text, evidence.includes(`/${page})`)))
  return { pages, index, sections }
}

function toSections(page: string, text: string, isEvidence: boolean): Section[] {
  const sections: (Section & { readonly lines: string[] })[] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (/^ *```/.test(line)) isCode = !isCode
    const heading = isCode ? undefined : /^#+ (.+)/.exec(line)?.[1]?.replaceAll('`', '')
    if (heading !== undefined) {
      const base = heading.toLowerCase().replaceAll(/ |[^\p{L}\p{N}_-]/gu, (one) => (one === ' ' ? '-' : ''))
      const before = sections.filter((section) => section.heading === heading).length
      const anchor = before === 0 ? base : `${base}-${before}`
      sections.push({
        page,
        title: sections[0]?.heading ?? heading,
        heading,
        anchor,
        text: '',
        isRow: false,
        isEvidence,
        lines: []
      })
    }
    sections.at(-1)?.lines.push(line)
  }
  const whole = sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trim() }))
  return whole.filter(({ text }) => text.includes('\n')).flatMap((section) => [section, ...toRows(section)])
}

function toRows(section: Section): Section[] {
  // Tables of figures, such as benchmark results, follow an HTML comment. Their rows describe no names, so they are skipped.
  const tables = section.text.replaceAll(/-->\n(?:\|.*\n?)+/g, '').match(/(?:^\|.*\n?)+/gm) ?? []
  return tables.flatMap((table) => {
    const [head = '', line = '', ...rows] = table.trim().split('\n')
    return rows.flatMap((row) => {
      const name = /^\| *(`.*?[^\\]) *\|/.exec(row)?.[1]?.replaceAll('`', '')
      return name === undefined ? [] : [{ ...section, heading: name, text: [head, line, row].join('\n'), isRow: true }]
    })
  })
}
