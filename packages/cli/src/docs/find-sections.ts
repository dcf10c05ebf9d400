/**
 * Searches the documentation. Rare words count more, and words in headings most. A match of only the start of a word counts half. A match in a code
 * block counts a tenth. Pages with evidence, such as benchmarks, count half.
 */
import type { Section } from './read-documents.ts'

export interface Found {
  /** Best match first. Scores of different searches cannot be compared. */
  readonly hits: readonly (Section & { readonly score: number })[]
  readonly missing: readonly string[]
}

/** Splits names, too: `routerOptions.maxParamLength` gives `routerOptions` and `maxParamLength`. */
export const wordsOf = (text: string): string[] => text.match(/\$?[\p{L}\p{N}_]+/gu) ?? []

export function createSearch(sections: readonly Section[]): (asked: readonly string[]) => Found {
  const rows = sections.map(toRow)
  const usual = rows.reduce((total, { text }) => total + text.size, 0) / rows.length
  return (asked) => {
    const scores = rows.map(() => 0)
    const missing: string[] = []
    for (const word of asked) {
      const values = rows.map(scoreOf(word.toLowerCase(), asked.length, usual))
      const count = values.filter((value) => value > 0).length
      if (count === 0) missing.push(word)
      const rarity = Math.log(1 + rows.length / (count || 1))
      for (const [place, value] of values.entries()) scores[place] = (scores[place] ?? 0) + value * rarity
    }
    const hits = sections.map((section, place) => ({ ...section, score: Number(scores[place]?.toFixed(2)) }))
    return { hits: hits.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score), missing }
  }
}

const toRow = ({ isRow, isEvidence, heading, title, text }: Section) => {
  const prose = text.replaceAll(program, '')
  const programs = text.match(program)?.join('\n') ?? ''
  return {
    isRow,
    share: isEvidence ? 0.5 : 1,
    heading: isRow ? countsOf(heading.replaceAll(packageName, ''), false) : countsOf(heading),
    title: countsOf(title),
    text: added(countsOf(prose), countsOf(programs), 0.1)
  }
}

const program = /^ *```[\s\S]*?^ *```$/gm

/** Package names and paths in a table row do not count. Otherwise a search for `cors` would prefer each row that mentions `@fastify/cors`. */
const packageName = /@?[\w.-]+\/[\w./-]+|\w+(?:-\w+)+/g

function added(counts: Counts, others: Counts, factor: number): Counts {
  const all = new Map(counts)
  for (const [word, count] of others) all.set(word, (all.get(word) ?? 0) + factor * count)
  return all
}

const scoreOf = (word: string, words: number, usual: number) => {
  const near = nearnessTo(word)
  return ({ isRow, share, heading, title, text }: ReturnType<typeof toRow>): number => {
    const times = sum(text, near)
    const named = isRow ? (heading.get(word) ?? 0) / words : sum(heading, near)
    const value = (4 * named) / Math.sqrt(heading.size || 1) + Math.min(1, sum(title, near))
    return share * (value + times / (times + 0.5 + text.size / usual))
  }
}

type Counts = ReadonlyMap<string, number>

/** The words in a camel-case name count, too, so that `body limit` finds `bodyLimit`. */
function countsOf(text: string, withParts = true): Counts {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) {
    const parts = word.split(/(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    for (const one of parts.length === 1 || !withParts ? [word] : [word, ...parts])
      counts.set(one.toLowerCase(), (counts.get(one.toLowerCase()) ?? 0) + 1)
  }
  return counts
}

/** Compares words with the searched word: 1 if equal, 0.8 if only the ending differs, 0.5 if only the start is equal, else 0. */
function nearnessTo(asked: string): (word: string) => number {
  const stem = stemOf(asked)
  return (word) =>
    word === asked ? 1 : stem.length < 3 || !word.startsWith(stem) ? 0 : stemOf(word) === stem ? 0.8 : 0.5
}

const stemOf = (word: string) => /^(.{4,}?)(?:ing|ed|es|s)?$/.exec(word)?.[1] ?? word

function sum(counts: Counts, near: (word: string) => number): number {
  let total = 0
  for (const [word, count] of counts) total += near(word) * count
  return total
}
