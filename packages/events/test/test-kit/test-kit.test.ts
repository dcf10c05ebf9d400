import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventLog, type MemoryLog, memoryLog } from '../../src/index.ts'
import { type LogSubject, logCases } from '../../src/test-kit/test-kit.ts'

type Mutation = (log: MemoryLog) => Partial<EventLog>

const subjectOf = (mutate: Mutation = () => ({})) => {
  const log = memoryLog()
  const bound: EventLog = {
    append: log.append.bind(log),
    read: log.read.bind(log),
    ends: log.ends.bind(log),
    wake: log.wake.bind(log),
    ...mutate(log)
  }
  const subject: LogSubject = { log: bound, trim: (topic, keep) => log.trim(topic, keep), close: () => {} }
  return subject
}

for (const { name, run } of logCases(() => subjectOf())) test(name, run)

/** Logs that break one rule each. */
const mutants: Readonly<Record<string, Mutation>> = {
  'loses an event that is read on its own': (log) => ({
    async read(...args) {
      const found = await log.read(...args)
      return found !== 'trimmed' && found.length === 1 ? [] : found
    }
  }),
  'repeats an event at the border of two reads': (log) => ({
    async read(topic, after, limit) {
      const found = await log.read(topic, after, limit)
      return found === 'trimmed' ? found : [...found.slice(0, 1), ...found].slice(0, limit)
    }
  }),
  'swaps the two newest events of a read': (log) => ({
    async read(...args) {
      const found = await log.read(...args)
      return found === 'trimmed' ? found : [...found.slice(0, -2), ...found.slice(-2).reverse()]
    }
  }),
  'returns more than the limit': (log) => ({ read: (topic, after, limit) => log.read(topic, after, limit + 1) }),
  'returns an event after a later one': (log) => {
    let reads = 0
    return {
      async read(topic, after, limit) {
        const found = await log.read(topic, after, limit)
        return found !== 'trimmed' && found.length > 2 && reads++ % 2 === 0 ? found.slice(1) : found
      }
    }
  },
  'reads on after trimmed events': (log) => ({
    async read(topic, after, limit) {
      const found = await log.read(topic, after, limit)
      return found === 'trimmed' ? log.read(topic, (await log.ends(topic)).oldest, limit) : found
    }
  }),
  'parses its entries': (log) => ({
    append: (topic, entry) => log.append(topic, { ...entry, data: JSON.stringify(JSON.parse(entry.data)) })
  }),
  'forgets versions': (log) => ({ append: (topic, entry) => log.append(topic, { ...entry, version: 1 }) }),
  'has a newest id that is one too early': (log) => ({
    async ends(topic) {
      const { oldest } = await log.ends(topic)
      const found = await log.read(topic, oldest, 1000)
      return { oldest, newest: (found === 'trimmed' ? undefined : found.at(-2)?.id) ?? oldest }
    }
  }),
  'has an oldest id that is the newest': (log) => ({
    async ends(topic) {
      const { newest } = await log.ends(topic)
      return { oldest: newest, newest }
    }
  }),
  'ignores a transaction': (log) => ({ append: (topic, entry) => log.append(topic, entry) }),
  'does not wake': () => ({
    async *wake(_topic, signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
  })
}

for (const [words, mutate] of Object.entries(mutants))
  test(`the cases detect a log that ${words}`, async () => {
    const outcomes = await Promise.allSettled(
      logCases(() => subjectOf(mutate), { timeout: 1000 }).map(({ run }) => run())
    )
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    assert.ok(failures.length > 0)
    for (const failure of failures) assert.ok(failure instanceof Error)
  })
