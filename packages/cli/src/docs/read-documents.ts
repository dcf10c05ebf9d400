/**
 * The documents of the package @espalier/docs that is installed, cut into sections: a heading with its text. A row of a table that begins with a name,
 * such as that of an option or an error code, is a section too.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface Section {
  /** Its path in the repository, and below `dist` of the package: `docs/errors.md`. */
  readonly page: string
  /** The first heading of the page. */
  readonly title: string
  /** A row has its names in place of a heading. */
  readonly heading: string
  /** The anchor that GitHub gives the heading. A row has that of the heading above its table. */
  readonly anchor: string
  readonly text: string
  readonly isRow: boolean
  /** Its page is among the proofs in llms.txt, or optional there: figures, decisions, and what maintainers read. */
  readonly isEvidence: boolean
}

export interface Documents {
  /** The texts of the pages by their paths. */
  readonly pages: ReadonlyMap<string, string>
  /** The pages by task, each with a line: the text of llms.txt. */
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
  // A table behind a comment is written by a program: rows of figures.
  const tables = section.text.replaceAll(/-->\n(?:\|.*\n?)+/g, '').match(/(?:^\|.*\n?)+/gm) ?? []
  return tables.flatMap((table) => {
    const [head = '', line = '', ...rows] = table.trim().split('\n')
    return rows.flatMap((row) => {
      const name = /^\| *(`.*?[^\\]) *\|/.exec(row)?.[1]?.replaceAll('`', '')
      return name === undefined ? [] : [{ ...section, heading: name, text: [head, line, row].join('\n'), isRow: true }]
    })
  })
}
