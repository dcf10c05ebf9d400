import { nearestName, UsageError } from '@espalier/command-kit'
import { misuse, suggestion } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { createSearch, wordsOf } from './find-sections.ts'
import { type Documents, readDocuments, type Section } from './read-documents.ts'

const takes = '[<words> …] [--page <page>] [--json]'

export const docs: Command = {
  takes,
  about: `Searches the documents of the installed version, without a network. It prints the section that fits best, and five others by address.

  espalier docs order of hooks
  espalier docs FST_ERR_VALIDATION
  espalier docs --page docs/options.md#limits

Without words it lists the pages by task. The command ends with 1 where no document has one of the words.`,
  flags: {
    page: { type: 'string', value: '<page>', does: 'prints a page, or a section of it: docs/options.md#limits' },
    json: { type: 'boolean', does: 'prints JSON: page, heading, anchor, text and score of each section' }
  },
  run
}

const wrong = (sentence: string) => misuse('docs', takes, sentence)

async function run({ positionals, values: { page, json } }: ParsedArguments): Promise<Outcome> {
  const words = positionals.flatMap(wordsOf)
  if (positionals.length > 0 && words.length === 0) throw wrong(`'${positionals.join(' ')}' has no letters.`)
  if (page !== undefined && words.length > 0) throw wrong('Give words or --page, not both.')
  const documents = readDocuments()
  const done = (text: string, sections: readonly Section[], complaint = ''): Outcome => {
    const rows = sections.map(({ title: _, isRow: __, isEvidence: ___, ...section }) => ({ score: 0, ...section }))
    const output = json === true ? JSON.stringify(rows, null, 2) : text.trimEnd()
    return { code: words.length > 0 && rows.length === 0 ? 1 : 0, output: output && `${output}\n`, complaint }
  }
  if (typeof page === 'string') return done(...pageOf(documents, page))
  if (words.length === 0) return done(...indexOf(documents))
  const { hits, missing } = createSearch(documents.sections)(words)
  const complaint = missing.map((word) => sentenceOf(word, documents)).join('')
  const isFirst = (hit: Section, place: number) => hits.findIndex((one) => addressOf(one) === addressOf(hit)) === place
  const [best, ...others] = hits.filter(isFirst).slice(0, 6)
  return best === undefined
    ? done('', [], complaint)
    : done(textOf(best, others, documents), [best, ...others], complaint)
}

const addressOf = ({ page, anchor }: Section) => (anchor === '' ? page : `${page}#${anchor}`)

function textOf(best: Section, others: readonly Section[], { pages }: Documents): string {
  // The section under the title of a page is only an introduction. So the whole page is shown.
  const isTitle = !best.isRow && best.heading === best.title
  const lines = ((isTitle && pages.get(best.page)) || best.text).trimEnd().split('\n')
  const rest =
    lines.length > 60
      ? [`… ${lines.length - 60} more lines: espalier docs --page ${isTitle ? best.page : addressOf(best)}`]
      : []
  const more = others.map((section) => `  ${addressOf(section)}  ${section.heading}`)
  return [addressOf(best), '', ...lines.slice(0, 60), ...rest, '', 'Found as well:', ...more].join('\n')
}

type Shown = [text: string, sections: Section[]]

/** Replaces links to pages by the names that `--page` accepts. */
function indexOf({ index, pages }: Documents): Shown {
  const text = index.replaceAll(/\]\(https:[^)]+?\/blob\/main\/([^)]+)\)/g, (link, path) =>
    pages.has(path) ? `](${path})` : link
  )
  const rows = [...text.matchAll(/^- \[(.+?)\]\(([^:)]+)\): (.+)$/gm)]
  const sections = rows.map(([, heading = '', page = '', line = '']) => ({
    page,
    title: heading,
    heading,
    anchor: '',
    text: line,
    isRow: false,
    isEvidence: false
  }))
  return [text, sections]
}

function pageOf({ pages, sections }: Documents, asked: string): Shown {
  const [path = '', anchor] = asked.split('#')
  const text = pages.get(path)
  if (text === undefined) throw new UsageError(`There is no page '${path}'.${suggestion(path, [...pages.keys()])}`)
  const all = sections.filter(({ page }) => page === path)
  if (anchor === undefined) return [text, all]
  const found = all.find((section) => section.anchor === anchor)
  if (found !== undefined) return [found.text, [found]]
  const anchors = all.map((section) => section.anchor)
  throw new UsageError(`${path} has no section '#${anchor}'.${suggestion(anchor, anchors, '#')}`)
}

function sentenceOf(word: string, { sections }: Documents): string {
  const near = nearestName(word, new Set(sections.flatMap(({ text }) => wordsOf(text))))
  return `No document has the word '${word}'.${near === undefined ? '' : ` The nearest is '${near}'.`}\n`
}
