// The first two lines of a page name its reader and its use. Half of its sentences have 14 words or fewer.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sentencesOf } from '../architecture/plain-word.ts'

const longest = 14

const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .map((name) => `docs/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.md') && !path.startsWith('docs/decisions/'))
  .sort()

/** The prose of a page: no code, no tables, no headings, links by their words. */
const proseOf = (markdown: string) =>
  markdown
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/^(?:\||#).*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

function medianOf(markdown: string): number {
  const counts = sentencesOf(proseOf(markdown)).map((sentence) => sentence.split(' ').length)
  return counts.toSorted((one, other) => one - other)[Math.floor((counts.length - 1) / 2)] ?? 0
}

/** True where the paragraph below the title begins with the reader, and ends with what the page is good for. */
const saysWhomItIsFor = (markdown: string) =>
  /^# .+\n\nFor (?:[^\n]+\n)?[^\n]*\bAfter (?:it|this page)\b/.test(markdown)

test('half of the sentences of a page have at most 14 words', () => {
  assert.ok(pages.length > 50)
  const medians = pages.map((path) => `${path}: ${medianOf(readFileSync(path, 'utf8'))}`)
  assert.deepEqual(
    medians.filter((line) => Number(line.split(': ')[1]) > longest),
    []
  )
})

test('the first two lines of a page name its reader and what they can do after it', () => {
  assert.deepEqual(
    pages.filter((path) => !saysWhomItIsFor(readFileSync(path, 'utf8'))),
    []
  )
})

test('a page that does not name its reader is found, and the median length of sentences is computed', () => {
  assert.equal(saysWhomItIsFor('# A\n\nFor those who build.\nAfter it you can build.\n'), true)
  assert.equal(saysWhomItIsFor('# A\n\nThis page is about building.\n'), false)
  assert.equal(
    medianOf(
      '# A title\n\nOne two three. Four five.\n\n| a | b |\n\n```ts\nlong code\n```\n\n- A [link of words](a.md).\n'
    ),
    3
  )
})
