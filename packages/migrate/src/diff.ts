/** A unified diff in the format of git. A migration only replaces module names, so lines are changed, but never added or removed. */
import { quoteName } from './quoted-name.ts'

const contextLines = 3

export function toDiff(path: string, before: string, after: string): string {
  const old = linesOf(before)
  const now = linesOf(after)
  const hunks = toHunks(old.flatMap((line, index) => (line === now[index] ? [] : [index])))
  if (hunks.length === 0) return ''
  return `--- ${quoteName(`a/${path}`)}\n+++ ${quoteName(`b/${path}`)}\n${hunks.map((hunk) => print(hunk, old, now)).join('')}`
}

/** Each line includes its line end, so that the diff shows carriage returns and a missing last newline. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

function toHunks(changed: readonly number[]): number[][] {
  const hunks: number[][] = []
  for (const index of changed) {
    const last = hunks.at(-1)
    if (last !== undefined && index - (last.at(-1) ?? 0) <= 2 * contextLines) last.push(index)
    else hunks.push([index])
  }
  return hunks
}

function print(changed: readonly number[], old: readonly string[], now: readonly string[]): string {
  const first = Math.max(0, (changed[0] ?? 0) - contextLines)
  const end = Math.min(old.length, (changed.at(-1) ?? 0) + 1 + contextLines)
  const range = `${first + 1},${end - first}`
  const body: string[] = []
  for (let index = first; index < end; ) {
    const run = runFrom(index, changed)
    if (run === 0) body.push(withSign(' ', old[index++] ?? ''))
    else {
      for (const [sign, lines] of [['-', old] as const, ['+', now] as const])
        for (const line of lines.slice(index, index + run)) body.push(withSign(sign, line))
      index += run
    }
  }
  return `@@ -${range} +${range} @@\n${body.join('')}`
}

function runFrom(index: number, changed: readonly number[]): number {
  let run = 0
  while (changed.includes(index + run)) run++
  return run
}

const withSign = (sign: string, line: string): string =>
  line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`
