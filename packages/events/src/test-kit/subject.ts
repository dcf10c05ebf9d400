import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { EventLog, StoredEntry } from '../log/log.ts'

/** A log to test, with functions by which the tests control its database. */
export interface LogSubject<Transaction = never> {
  readonly log: EventLog<Transaction>
  /** Removes the oldest events of a topic until `keep` are left. */
  readonly trim: (topic: string, keep: number) => unknown
  /** Runs work in a transaction: commits when the work resolves, rolls back when it rejects. Omit it for a log without transactions. */
  readonly transaction?: (work: (transaction: Transaction) => Promise<void>) => Promise<unknown>
  /** Breaks the connection over which the log listens. Absent if the log has none. */
  readonly cut?: () => unknown
  readonly close: () => unknown
}

/** @param over aborts at the time limit of the test, so that nothing waits forever */
export type Case = (subject: LogSubject<unknown>, topic: string, over: AbortSignal) => Promise<void>
export type Cases = Readonly<Record<string, Case>>

export const uniqueTopic = (): string => `case-${randomBytes(6).toString('hex')}`

export const toEntry = (value: unknown, event = 'said') => ({ event, version: 1, data: JSON.stringify(value) })

export async function appendMany(log: EventLog<unknown>, topic: string, count: number) {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) ids.push(await log.append(topic, toEntry(number)))
  return ids
}

type ReadLog = Pick<EventLog, 'read'>

export async function readOn(log: ReadLog, topic: string, from: string, limit: number): Promise<StoredEntry[]> {
  const found: StoredEntry[] = []
  for (;;) {
    const part = await log.read(topic, found.at(-1)?.id ?? from, limit)
    if (part === 'trimmed') throw new Error(`${topic} is trimmed behind ${found.at(-1)?.id ?? from}`)
    if (part.length === 0) return found
    found.push(...part)
  }
}

export async function readMeanwhile(log: ReadLog, topic: string, from: string, isOver: () => boolean) {
  const seen: StoredEntry[] = []
  const readRest = async () => seen.push(...(await readOn(log, topic, seen.at(-1)?.id ?? from, 7)))
  while (!isOver()) {
    await readRest()
    await turn()
  }
  await readRest()
  return seen
}

export const idsOf = (entries: readonly StoredEntry[]): string[] => entries.map(({ id }) => id)
export const dataOf = (entries: readonly StoredEntry[]): unknown[] => entries.map(({ data }) => JSON.parse(data))

export async function pause(turns: number): Promise<void> {
  for (let count = 0; count < turns; count++) await turn()
}
