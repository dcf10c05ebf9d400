// docs/leaving.md: the application of docs/moving.md is converted back, from its last step to its first.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Files, toSteps } from './moving/step.ts'

const page = readFileSync('docs/leaving.md', 'utf8')
const steps = toSteps(readFileSync('docs/moving.md', 'utf8'))

/** The length of the longest common subsequence of lines. */
function kept(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0)
  for (const line of one) {
    const next = [0]
    for (const [at, candidate] of other.entries())
      next.push(line === candidate ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Counts the changed files, and the removed and added lines. */
function changeBetween(from: Files, to: Files): readonly [files: number, removed: number, added: number] {
  let [files, removed, added] = [0, 0, 0]
  for (const path of new Set([...from.keys(), ...to.keys()])) {
    const [old, fresh] = [linesOf(from.get(path)), linesOf(to.get(path))]
    const same = kept(old, fresh)
    if (same === old.length && same === fresh.length) continue
    files++
    removed += old.length - same
    added += fresh.length - same
  }
  return [files, removed, added]
}

const linesOf = (text = '') => (text === '' ? [] : text.trimEnd().split('\n'))

const rowsOf = (heading: string) => {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ')).slice(1)
}

test('the table of the page has the files and lines that each step changes', () => {
  const backwards = steps.map(({ files }) => files).reverse()
  const wanted = backwards.slice(1).map((files, index) => changeBetween(backwards[index] ?? new Map(), files))
  const first = backwards[0] ?? new Map()
  const last = backwards.at(-1) ?? new Map()
  assert.deepEqual(
    rowsOf('The way back').map((cells) => cells.slice(-3).map(Number)),
    [...wanted, changeBetween(first, last)]
  )
})

test('a change counts lines of new, removed and different files', () => {
  const [from, to] = [
    new Map([
      ['a', 'x\ny\nz'],
      ['b', 'b']
    ]),
    new Map([
      ['a', 'x\nz\nw'],
      ['c', 'c\nd']
    ])
  ]
  assert.deepEqual(changeBetween(from, to), [3, 2, 3])
  assert.deepEqual(changeBetween(from, from), [0, 0, 0])
})
