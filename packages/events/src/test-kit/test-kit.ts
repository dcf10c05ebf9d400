/** The tests that every log must pass, for any test runner. Published as `@espalier/events/test-kit`. */
import { AssertionError } from 'node:assert/strict'
import { once } from 'node:events'
import { commitCases } from './commit-cases.ts'
import { idCases } from './id-cases.ts'
import { streamCases } from './stream-cases.ts'
import { type Case, type LogSubject, uniqueTopic } from './subject.ts'

export type { LogSubject } from './subject.ts'

export interface LogCase {
  /** A sentence about the expected behaviour. */
  readonly name: string
  /** Rejects with an AssertionError if the log breaks a rule. */
  readonly run: () => Promise<void>
}

export interface LogCaseOptions {
  /** In milliseconds: the time limit of a test. Default: 60,000. */
  readonly timeout?: number
}

/**
 * Returns the tests of a log: order, resuming at every id, trimming, notifications, transactions, and streams. Each test makes a log and closes it. Topics
 * have random names, so tests may share a database.
 *
 * @param create makes a log, and the functions by which the tests control its database
 * @example
 * const log = memoryLog()
 * await logCases(() => ({ log, trim: log.trim, close() {} }))[0].run() // undefined
 */
export function logCases<Transaction = never>(
  create: () => LogSubject<Transaction> | Promise<LogSubject<Transaction>>,
  { timeout = 60_000 }: LogCaseOptions = {}
): readonly LogCase[] {
  const runOf = (run: Case) => async () => {
    const subject = await create()
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(), timeout)
    const late = once(over.signal, 'abort').then(() => {
      throw new AssertionError({ message: `It was not over after ${timeout} ms.` })
    })
    try {
      await Promise.race([run(subject, uniqueTopic(), over.signal), late])
    } finally {
      late.catch(() => {})
      clearTimeout(timer)
      over.abort()
      await subject.close()
    }
  }
  const cases = { ...idCases, ...commitCases, ...streamCases }
  return Object.entries(cases).map(([name, run]) => ({ name, run: runOf(run) }))
}
