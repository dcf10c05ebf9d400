import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { endpoint, espalier, events, Type } from 'espalier'
import { createClient } from 'espalier/client'
import { arrival, until } from '../../../../test/until.ts'
import {
  createHub,
  type EventHub,
  type EventLog,
  EventLogError,
  memoryLog,
  type Trouble,
  topic
} from '../../src/index.ts'

const stream = events({ news: Type.Object({ title: Type.String() }), reset: Type.Null() })
const news = topic('news', stream)
const toNews = (title: string) => ({ event: 'news', data: { title } }) as const
const watch = endpoint('GET /news', { response: { 200: stream } })

const logWith = (changes: Partial<EventLog>): EventLog => {
  const log = memoryLog()
  return {
    append: (...args) => log.append(...args),
    read: (...args) => log.read(...args),
    ends: (...args) => log.ends(...args),
    wake: (...args) => log.wake(...args),
    ...changes
  }
}

function titlesOf(hub: EventHub, lastEventId?: string) {
  const end = new AbortController()
  const titles: string[] = []
  const over = (async () => {
    for await (const { event, data } of await hub.follow(news, { lastEventId, signal: end.signal }))
      if (event !== undefined) titles.push(data?.title ?? event)
  })()
  return { titles, over, end: () => end.abort() }
}

test('a client resumes in another process, with a route of one line', async () => {
  const log = memoryLog()
  const processes = [createHub(log), createHub(log)].map((hub) => {
    const app = espalier()
    app.route(watch, (request) => hub.follow(news, request))
    return { app, hub }
  })
  const [one, other] = processes
  assert.ok(one && other)
  const origins = await Promise.all(processes.map(({ app }) => app.listen({ port: 0 })))
  const seen: string[] = []
  let id: string | undefined
  for (const [round, baseUrl] of [...origins, ...origins].entries()) {
    const api = createClient({ watch }, { baseUrl })
    const headers = id === undefined ? {} : { 'last-event-id': id }
    const answer = await api.watch({ headers }).expect(200)
    for (const half of ['a', 'b']) await other.hub.append(news, toNews(`${round}${half}`))
    for await (const event of answer) {
      if (event.event === 'news') seen.push(event.data.title)
      id = event.id ?? id
      // The next process reads the second event.
      if (seen.length >= 1 + 2 * round) break
    }
  }
  assert.deepEqual(seen, ['0a', '0b', '1a', '1b', '2a', '2b', '3a'])
  for (const { app, hub } of processes) {
    await app.close()
    hub.close()
  }
})

test('a thousand streams of a topic share one read of the log', async () => {
  const hub = createHub(memoryLog(), { every: 100_000 })
  const streams = Array.from({ length: 1000 }, () => titlesOf(hub))
  await until(() => hub.stats().streams === 1000, 'the streams')
  const { reads } = hub.stats()
  await hub.append(news, toNews('one'))
  await until(() => streams.every(({ titles }) => titles.length === 1), 'the event')
  assert.ok(hub.stats().reads - reads <= 2)
  assert.equal(hub.stats().topics, 1)
  for (const { end } of streams) end()
  await Promise.all(streams.map(({ over }) => over))
  assert.equal(hub.stats().streams, 0)
  hub.close()
})

test('a thousand streams that resume at one id share one read of the log', async () => {
  const log = memoryLog()
  const id = await log.append(news.name, { event: 'news', version: 1, data: '{"title":"seen"}' })
  await log.append(news.name, { event: 'news', version: 1, data: '{"title":"missed"}' })
  const hub = createHub(log, { every: 100_000 })
  const streams = Array.from({ length: 1000 }, () => titlesOf(hub, id))
  await until(() => streams.every(({ titles }) => titles.length === 1), 'the event')
  assert.ok(hub.stats().reads <= 3, `${hub.stats().reads} reads`)
  for (const { end } of streams) end()
  await Promise.all(streams.map(({ over }) => over))
  hub.close()
})

test('a stream that is not consumed does not read the log', async () => {
  const hub = createHub(memoryLog(), { ring: 1, every: 100_000 })
  const end = new AbortController()
  const slow = await hub.follow(news, { lastEventId: undefined, signal: end.signal })
  await slow.next()
  const fast = titlesOf(hub)
  await until(() => hub.stats().streams === 2, 'the streams')
  for (let count = 0; count < 500; count++) await hub.append(news, toNews(`${count}`))
  await until(() => fast.titles.length === 500, 'the events')
  const { reads } = hub.stats()
  const seen = []
  for (let count = 0; count < 500; count++) seen.push((await slow.next()).value?.data?.title)
  assert.deepEqual(seen, fast.titles)
  assert.ok(hub.stats().reads > reads)
  end.abort()
  fast.end()
  assert.equal((await slow.next()).done, true)
  hub.close()
})

test('a stream that starts during an outage of the log rejects, and a running one resumes later', async () => {
  let isAway = false
  const away = new Error('the engine is away')
  const log = memoryLog()
  const reads: EventLog['read'] = async (...args) => {
    if (isAway) throw away
    return log.read(...args)
  }
  const troubles: Trouble[] = []
  const shared = { ...logWith({}), ...bound(log), read: reads }
  const hub = createHub(shared, { every: 5, slowAfter: 20, onSlow: (trouble) => troubles.push(trouble) })
  const reader = titlesOf(hub)
  await until(() => hub.stats().streams === 1, 'the stream')
  isAway = true
  await hub.append(news, toNews('kept'))
  await until(() => troubles.length === 1, 'the trouble')
  const [{ topic: name, doing, ms, error } = {} as Trouble] = troubles
  assert.deepEqual([name, doing, error], ['news', 'read', away])
  assert.ok(ms >= 19)
  assert.equal(hub.stats().slow, 1)
  await assert.rejects(hub.follow(news, { lastEventId: undefined, signal: new AbortController().signal }), away)
  isAway = false
  await until(() => reader.titles.length === 1, 'the event')
  assert.equal(hub.stats().slow, 0)
  assert.equal(troubles.length, 1)
  reader.end()
  await reader.over
  hub.close()
})

const bound = (log: EventLog) => ({
  append: log.append.bind(log),
  ends: log.ends.bind(log),
  wake: log.wake.bind(log)
})

test('a stream is aborted after a long outage of the log', async () => {
  let isAway = false
  const away = new Error('the engine is away')
  const log = memoryLog()
  const hub = createHub(
    {
      ...bound(log),
      read: async (...args) => {
        if (isAway) throw away
        return log.read(...args)
      }
    },
    { every: 2, disconnectAfter: 20 }
  )
  const [atEnd, behind] = [titlesOf(hub), titlesOf(hub, await hub.idAt(news, 'oldest'))]
  await until(() => hub.stats().streams === 2, 'the streams')
  isAway = true
  for (const { over } of [atEnd, behind]) await assert.rejects(arrival(over, 'the end'), away)
  assert.deepEqual([hub.stats().streams, hub.stats().topics], [0, 0])
  isAway = false
  const next = titlesOf(hub)
  await until(() => hub.stats().streams === 1, 'the stream')
  next.end()
  await next.over
  hub.close()
})

test('a slow read is counted once until it returns', async () => {
  let release = () => {}
  const read: EventLog['read'] = () =>
    new Promise((resolve) => {
      release = () => resolve([])
    })
  const hub = createHub(logWith({ read }), { slowAfter: 5 })
  const reader = titlesOf(hub)
  await until(() => hub.stats().slow === 1, 'the trouble')
  hub.close()
  await assert.rejects(reader.over)
  release()
  for (let count = 0; count < 10; count++) await turn()
  assert.equal(hub.stats().slow, 0)
})

test('a stream whose client disconnects during a read of the log ends', async () => {
  const log = memoryLog()
  const gates: (() => void)[] = []
  let isFirst = true
  const read: EventLog['read'] = async (name, after, limit) => {
    if (after !== 'behind') return log.read(name, after, limit)
    if (!isFirst) await new Promise<void>((resolve) => gates.push(resolve))
    isFirst = false
    return []
  }
  const hub = createHub(logWith({ read }), { every: 100_000 })
  const reader = titlesOf(hub, 'behind')
  await until(() => gates.length === 1, 'the read')
  reader.end()
  gates[0]?.()
  await arrival(reader.over, 'the end of the stream')
  assert.equal(hub.stats().streams, 0)
  hub.close()
})

test('a log that never settles rejects with 503', async () => {
  const never = () => new Promise<never>(() => {})
  const troubles: string[] = []
  const onSlow = ({ doing }: Trouble) => void troubles.push(doing)
  const signal = new AbortController().signal
  const slow = { statusCode: 503, code: 'EVENT_LOG_SLOW', headers: { 'retry-after': '1' } }
  const options = { timeout: 20, slowAfter: 5, every: 5, disconnectAfter: 5, onSlow }
  const hub = createHub(logWith({ append: never, ends: never }), options)
  await assert.rejects(hub.append(news, toNews('lost?')), {
    ...slow,
    message: /Appending to 'news' took longer than 20 ms/
  })
  assert.deepEqual(troubles, ['append'])
  await assert.rejects(hub.follow(news, { lastEventId: undefined, signal }), slow)
  await assert.rejects(hub.idAt(news, 'newest'), slow)
  const reading = createHub(logWith({ read: never }), options)
  await assert.rejects(titlesOf(reading, 'x').over, slow)
  for (const one of [hub, reading]) one.close()
})

test('an unknown id on a topic without reset responds with 410 and a code', async () => {
  const plain = events({ news: Type.Object({ title: Type.String() }) })
  const log = memoryLog()
  const hub = createHub(log)
  const app = espalier()
  app.route(endpoint('GET /news', { response: { 200: plain } }), (request) => hub.follow(topic('news', plain), request))
  await hub.append(news, toNews('one'))
  for (const id of ['1', '0-1', 'not an id', '%00', 'a'.repeat(4000)]) {
    const answer = await app.inject({ url: '/news', headers: { 'last-event-id': id } })
    assert.deepEqual([answer.statusCode, JSON.parse(answer.body).code], [410, 'EVENTS_TRIMMED'], id)
  }
  await app.close()
  hub.close()
})

test('a broken wake iterator is reported once, and the log is polled', async () => {
  const troubles: Trouble[] = []
  const log = logWith({
    // biome-ignore lint/correctness/useYield: it breaks before it yields
    async *wake() {
      throw new Error('no wakes here')
    }
  })
  const hub = createHub(log, { every: 5, onSlow: (trouble) => troubles.push(trouble) })
  const other = createHub(log)
  const reader = titlesOf(hub)
  await until(() => hub.stats().streams === 1, 'the stream')
  for (const title of ['a', 'b', 'c']) {
    await other.append(news, toNews(title))
    await until(() => reader.titles.at(-1) === title, 'the event')
  }
  assert.deepEqual(
    troubles.map(({ doing }) => doing),
    ['wake']
  )
  reader.end()
  await reader.over
  hub.close()
})

test('a closed hub ends its streams and rejects new ones', async () => {
  const hub = createHub(memoryLog())
  const reader = titlesOf(hub)
  await until(() => hub.stats().streams === 1, 'the stream')
  hub.close()
  const isClosed = (error: unknown) => error instanceof EventLogError && error.code === 'ESP_ERR_EVENT_LOG_CLOSED'
  await assert.rejects(reader.over, isClosed)
  await assert.rejects(titlesOf(hub).over, isClosed)
})

test('an invalid numeric option throws a RangeError', () => {
  for (const value of [0, -1, 1.5, Number.NaN, 2 ** 31])
    for (const option of ['every', 'ring', 'timeout', 'disconnectAfter', 'slowAfter'])
      assert.throws(() => createHub(memoryLog(), { [option]: value }), {
        name: 'RangeError',
        message: new RegExp(option)
      })
})
