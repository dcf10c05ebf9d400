/** The errors that processes have logged, for an experiment whose promise was broken. */
import { readFileSync } from 'node:fs'

/** @returns lines such as `12 × the database is away: connect ECONNREFUSED`, the most frequent first */
export function causesIn(log) {
  const counts = new Map()
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const text = describe(line)
    if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const ordered = [...counts].sort(([, one], [, other]) => other - one)
  return ordered.slice(0, 8).map(([text, count]) => `${count} × ${text}`)
}

function describe(line) {
  if (line === '') return
  try {
    const { level, msg, err } = JSON.parse(line)
    if (level < 40) return
    return [msg, err?.message].filter((text, place, all) => text && all.indexOf(text) === place).join(': ')
  } catch {
    return line.slice(0, 200)
  }
}
