import assert from 'node:assert/strict'
import { EventLogError } from '../log/error.ts'
import type { EventLog } from '../log/log.ts'
import {
  appendMany,
  type Cases,
  dataOf,
  idsOf,
  type LogSubject,
  pause,
  readMeanwhile,
  readOn,
  toEntry,
  uniqueTopic
} from './subject.ts'

export const commitCases: Cases = {
  'readers at any time see each event of many writers once, in one order': manyWriters,
  'an event that was returned an id is behind the ids that were returned before': async ({ log }, topic) => {
    const { newest } = await log.ends(topic)
    const returned: string[] = []
    const writer = async () => {
      for (let count = 0; count < 10; count++) {
        const before = [...returned]
        const id = await log.append(topic, toEntry(count))
        returned.push(id)
        const order = idsOf(await readOn(log, topic, newest, 100))
        for (const earlier of before) assert.ok(order.indexOf(earlier) < order.indexOf(id))
      }
    }
    await Promise.all(Array.from({ length: 4 }, writer))
  },

  'an event of a transaction is there when that commits, and never if it does not': async (subject, topic) => {
    const { log, transaction } = subject
    if (transaction === undefined) return refusesTransactions(log, topic)
    const { newest } = await log.ends(topic)
    const undo = new Error('undo')
    const failed = transaction(async (given) => {
      await log.append(topic, toEntry('never'), given)
      throw undo
    })
    await assert.rejects(failed, (error) => error === undo)
    let id = ''
    await transaction(async (given) => {
      id = await log.append(topic, toEntry('kept'), given)
    })
    const found = await readOn(log, topic, newest, 10)
    assert.deepEqual(dataOf(found), ['kept'])
    assert.deepEqual(idsOf(found), [id])
  },

  'readers miss nothing of transactions that overlap, whichever ends first': manyTransactions,

  'a wake comes behind an append': async ({ log, cut }, topic, over) => {
    const end = new AbortController()
    try {
      for (const isCut of [false, cut !== undefined]) {
        const wakes = log.wake(topic, end.signal)[Symbol.asyncIterator]()
        const woken = wakes.next()
        woken.catch(() => {})
        if (isCut) await cut?.()
        // A log may miss notifications while it starts to listen, so the event is appended again until a notification arrives.
        let isWoken = false
        void woken
          .catch(() => {})
          .then(() => {
            isWoken = true
          })
        for (let count = 0; !isWoken && !over.aborted; count++) {
          await log.append(topic, toEntry(count))
          await pause(10)
        }
      }
    } finally {
      end.abort()
    }
  },

  'wakes end at the abort of their signal': async ({ log }, topic) => {
    for (const isBefore of [true, false]) {
      const end = new AbortController()
      if (isBefore) end.abort()
      const wakes = (async () => {
        for await (const _ of log.wake(topic, end.signal));
      })().catch(() => {})
      await pause(3)
      end.abort()
      await wakes
    }
  }
}

async function refusesTransactions(log: EventLog<unknown>, topic: string): Promise<void> {
  const { newest } = await log.ends(topic)
  await assert.rejects(
    async () => Reflect.apply(log.append, log, [topic, toEntry(1), {}]),
    (error) => error instanceof EventLogError && error.code === 'ESP_ERR_EVENT_TRANSACTION'
  )
  assert.deepEqual(await log.read(topic, newest, 10), [])
}

/** Runs writers and readers concurrently, and expects that each reader gets all events in the order of the log. */
async function compare(
  log: EventLog<unknown>,
  topics: readonly string[],
  write: (writer: number) => Promise<void>
): Promise<unknown[]> {
  const starts = await Promise.all(topics.map(async (topic) => (await log.ends(topic)).newest))
  let isOver = false
  const readers = [0, 1, 2].flatMap(() =>
    topics.map((topic, index) => readMeanwhile(log, topic, starts[index] ?? '', () => isOver))
  )
  const written = Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)))
  try {
    await written
  } finally {
    isOver = true
  }
  const seen = await Promise.all(readers)
  const kept = await Promise.all(topics.map((topic, index) => readOn(log, topic, starts[index] ?? '', 100)))
  for (const [index, entries] of seen.entries()) assert.deepEqual(entries, kept[index % topics.length])
  return kept.flatMap(dataOf)
}

async function manyWriters({ log }: LogSubject<unknown>, topic: string): Promise<void> {
  const kept = await compare(log, [topic], async (writer) => {
    for (let count = 0; count < 20; count++) await log.append(topic, toEntry(`${writer}-${count}`))
  })
  assert.equal(kept.length, 320)
  assert.equal(new Set(kept).size, 320)
  // Each writer awaits its appends, so the log must return the events of one writer in the order of its calls.
  for (let writer = 0; writer < 16; writer++)
    assert.deepEqual(
      kept.filter((text) => String(text).startsWith(`${writer}-`)),
      Array.from({ length: 20 }, (_, count) => `${writer}-${count}`)
    )
}

async function manyTransactions({ log, transaction }: LogSubject<unknown>, topic: string): Promise<void> {
  if (transaction === undefined) return void (await appendMany(log, topic, 1))
  const topics = [topic, uniqueTopic()].sort()
  const committed: string[] = []
  const undo = new Error('undo')
  const kept = await compare(log, topics, async (writer) => {
    for (let count = 0; count < 5; count++) {
      const work = transaction(async (given) => {
        // All transactions append to the topics in the same order. Otherwise two of them could wait for each other forever.
        for (const one of topics) {
          await log.append(one, toEntry(`${writer}-${count} ${one}`), given)
          await pause((writer * 7 + count) % 5)
        }
        if ((writer + count) % 4 === 0) throw undo
      })
      await work.then(
        () => committed.push(...topics.map((one) => `${writer}-${count} ${one}`)),
        (error) => assert.equal(error, undo)
      )
    }
  })
  assert.deepEqual(kept.sort(), committed.sort())
}
