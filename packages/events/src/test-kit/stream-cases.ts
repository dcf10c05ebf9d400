import assert from 'node:assert/strict'
import { events, Type } from 'espalier'
import { createHub, type EventHub } from '../hub/hub.ts'
import { EventLogError } from '../log/error.ts'
import type { EventLog } from '../log/log.ts'
import { topic as declare, type Topic } from '../topic/topic.ts'
import type { Cases } from './subject.ts'

const counted = { counted: Type.Integer() }
const stream = events({ ...counted, reset: Type.Null() })
const options = { every: 50, ring: 4 }

interface Seen {
  readonly event?: string | undefined
  readonly data?: unknown
  readonly id?: string | number | undefined
}

type FollowHub = Pick<EventHub, 'follow'>

async function readUntil<Events>(
  { hub, over }: { readonly hub: FollowHub; readonly over: AbortSignal },
  topic: Topic<Events>,
  from: string | undefined,
  last: unknown
) {
  const seen: Seen[] = []
  for await (const event of await hub.follow(topic, { lastEventId: from, signal: over })) {
    seen.push(event)
    if (event.data === last) break
  }
  return seen
}

async function repeat(action: () => Promise<unknown>, until: Promise<unknown>): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  until.then(end, end)
  while (!isOver) await action()
}

const numbersIn = (seen: readonly Seen[]) => seen.filter(({ event }) => event === 'counted').map(({ data }) => data)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The hubs share nothing but the log, like hubs in two processes. */
const twoHubs = (log: EventLog<unknown>) => [createHub(log, options), createHub(log, options)] as const

export const streamCases: Cases = {
  'a stream begins with its id, and resumes behind every event in another process': async ({ log }, name, over) => {
    const news = declare(name, stream)
    const [one, other] = twoHubs(log)
    const first = readUntil({ hub: one, over }, news, undefined, 1)
    // The start of the stream is not observable, so events are appended until the stream has received one.
    await repeat(() => other.append(news, { event: 'counted', data: 1 }), first)
    const [sent] = await first
    assert.equal(sent?.event, undefined)
    const start = await other.idAt(news, 'newest')
    for (const number of numbers(1, 20)) await other.append(news, { event: 'counted', data: number + 1 })
    const all = await readUntil({ hub: one, over }, news, start, 21)
    assert.deepEqual(numbersIn(all), numbers(2, 21))
    for (const { id, data } of all.slice(1, -1))
      assert.deepEqual(
        numbersIn(await readUntil({ hub: one, over }, news, String(id), 21)),
        numbers(Number(data) + 1, 21)
      )
    one.close()
    other.close()
  },

  'a stream goes on where the connection of its wakes breaks': async ({ log, cut }, name, over) => {
    const news = declare(name, stream)
    const [one, other] = twoHubs(log)
    const start = await other.idAt(news, 'newest')
    const seen = readUntil({ hub: one, over }, news, start, 30)
    for (const number of numbers(1, 30)) {
      await other.append(news, { event: 'counted', data: number })
      if (number % 10 === 0) await cut?.()
    }
    assert.deepEqual(numbersIn(await seen), numbers(1, 30))
    one.close()
    other.close()
  },

  'a reader of removed events is sent a reset and the id after it, or a 410': async ({ log, trim }, name, over) => {
    const news = declare(name, stream)
    const plain = declare(name, events(counted))
    const [one, other] = twoHubs(log)
    for (const number of numbers(1, 9)) await other.append(news, { event: 'counted', data: number })
    const removed = await log.read(name, await one.idAt(news, 'oldest'), 1)
    const [{ id = '' } = {}] = removed === 'trimmed' ? [] : removed
    await trim(name, 2)
    for (const from of [id, 'no id'])
      await assert.rejects(readUntil({ hub: one, over }, plain, from, 10), { statusCode: 410, code: 'EVENTS_TRIMMED' })
    const start = await one.idAt(news, 'newest')
    const resets = [readUntil({ hub: one, over }, news, id, 10), readUntil({ hub: one, over }, news, 'no id', 10)]
    await repeat(() => other.append(news, { event: 'counted', data: 10 }), Promise.all(resets))
    for (const [reset] of await Promise.all(resets)) assert.equal(reset?.event, 'reset')
    assert.deepEqual(numbersIn(await readUntil({ hub: one, over }, news, start, 10)), [10])
    one.close()
    other.close()
  },

  'an event of an older version is migrated or refused, and so is one of a newer': async ({ log }, name, over) => {
    const old = declare(name, events({ said: Type.String() }))
    const schemas = events({ said: Type.Object({ text: Type.String() }) })
    const strict = declare(name, schemas, { version: 2 })
    const kind = declare(name, schemas, {
      version: 2,
      migrate: ({ data }) => (data === '' ? undefined : { event: 'said', data: { text: String(data) } })
    })
    const [one, other] = twoHubs(log)
    const start = await one.idAt(old, 'newest')
    for (const data of ['', 'hello']) await one.append(old, { event: 'said', data })
    await one.append(kind, { event: 'said', data: { text: 'end' } })
    const texts: unknown[] = []
    for await (const { data } of await other.follow(kind, { lastEventId: start, signal: over })) {
      if (data !== undefined) texts.push(data)
      if (texts.length === 2) break
    }
    assert.deepEqual(texts, [{ text: 'hello' }, { text: 'end' }])
    const isUnreadable = (error: unknown) => error instanceof EventLogError && error.code === 'ESP_ERR_EVENT_UNREADABLE'
    await assert.rejects(readUntil({ hub: other, over }, strict, start, 'never'), isUnreadable)
    await assert.rejects(readUntil({ hub: other, over }, old, start, 'never'), isUnreadable)
    one.close()
    other.close()
  }
}
