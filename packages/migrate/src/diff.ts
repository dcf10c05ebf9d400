/** Formats the changes of a file as a diff for `git apply` and `patch`. A migration never adds or removes lines: it only replaces module names. */
import { quoteName } from './quoted-name.ts'

const around = 3

/** @param path the path to show in the diff, with slashes */
export function toDiff(path: string, before: string, after: string): string {
  const old = linesOf(before)
  const now = linesOf(after)
  const hunks = toHunks(old.flatMap((line, index) => (line === now[index] ? [] : [index])))
  if (hunks.length === 0) return ''
  return `--- ${quoteName(`a/${path}`)}\n+++ ${quoteName(`b/${path}`)}\n${hunks.map((hunk) => print(hunk, old, now)).join('')}`
}

/** Splits a text into lines. The lines keep their line ends, so that the diff shows carriage returns and a missing last newline. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

interface Hunk {
  readonly changed: readonly number[]
}

/** Puts changed lines into hunks. Two changes are in the same hunk if their context lines touch or overlap. */
function toHunks(changed: readonly number[]): Hunk[] {
  const hunks: number[][] = []
  for (const index of changed) {
    const last = hunks.at(-1)
    if (last !== undefined && index - (last.at(-1) ?? 0) <= 2 * around) last.push(index)
    else hunks.push([index])
  }
  return hunks.map((each) => ({ changed: each }))
}

function print({ changed }: Hunk, old: readonly string[], now: readonly string[]): string {
  const first = Math.max(0, (changed[0] ?? 0) - around)
  const end = Math.min(old.length, (changed.at(-1) ?? 0) + 1 + around)
  const range = `${first + 1},${end - first}`
  const body: string[] = []
  for (let index = first; index < end; ) {
    const run = runFrom(index, changed)
    if (run === 0) body.push(marked(' ', old[index++] ?? ''))
    else {
      for (const [mark, lines] of [['-', old] as const, ['+', now] as const])
        for (const line of lines.slice(index, index + run)) body.push(marked(mark, line))
      index += run
    }
  }
  return `@@ -${range} +${range} @@\n${body.join('')}`
}

/** Returns how many lines in a row were changed, from an index on. */
function runFrom(index: number, changed: readonly number[]): number {
  let run = 0
  while (changed.includes(index + run)) run++
  return run
}

const marked = (mark: string, line: string): string =>
  line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`
