/** Each process of a test run writes its own file, which records the statuses that it has sent. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** For one route: whether each declared status was sent. Empty if the route has received no request. */
export type Statuses = Readonly<Record<string, boolean>>
export type AnswerRecord = Readonly<Record<string, Statuses>>

function merge(records: readonly AnswerRecord[]): AnswerRecord {
  const all = new Map<string, Record<string, boolean>>()
  for (const [route, statuses] of records.flatMap((record) => Object.entries(record))) {
    const known = all.get(route) ?? {}
    for (const [status, isSeen] of Object.entries(statuses)) known[status] = isSeen || known[status] === true
    all.set(route, known)
  }
  return Object.fromEntries(all)
}

export function unseenIn(record: AnswerRecord): string[] {
  return Object.entries(record).flatMap(([route, statuses]) => {
    if (Object.keys(statuses).length === 0) return [`${route} was never asked`]
    const unseen = Object.keys(statuses).filter((status) => statuses[status] === false)
    return unseen.map((status) => `${status} of ${route} was never answered`)
  })
}

export function writeRecord(folder: string, record: AnswerRecord): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${process.pid}-${process.hrtime.bigint()}.json`), JSON.stringify(record))
}

/**
 * Returns the declared statuses that no process of a test run has sent, and the routes that received no request. Reads the records in a folder.
 *
 * @throws Error when the folder does not exist
 */
export function unseenAnswers(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const records = files.map((name): AnswerRecord => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return unseenIn(merge(records))
}
