// From the call that publishes an event to the reader that has it, beside the same engine by hand:
//
//     DATABASE_URL=postgres://… REDIS_URL=redis://… node bench/event-latency.mjs
//
// `hub` is @espalier/events as two processes have it: one hub appends, another one reads. By hand is the least that an engine needs: no schema, no place, and no reader that
// shares. Each round has one event of each way, in another order, so the load of a machine meets all of them. Needs a build, and PostgreSQL, Redis or both.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { createHub, topic } from '@espalier/events'
import { postgresLog } from '@espalier/events/postgres'
import { redisLog } from '@espalier/events/redis'
import { events, Type } from 'espalier'
import { Redis } from 'ioredis'
import pg from 'pg'

const { values } = parseArgs({
  options: { events: { type: 'string', default: '2000' }, warm: { type: 'string', default: '200' } }
})
const { DATABASE_URL, REDIS_URL } = process.env
const name = `latency-${process.pid}-${Date.now()}`
const data = { title: 'x'.repeat(100) }
const schema = Type.Object({ title: Type.String() })
const news = topic(name, events({ news: schema, reset: Type.Null() }))
const closing = []

/** The value below which a share of the others is. */
const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)]

/** Events as a reader gets them. */
class Arrivals {
  #count = 0
  #notify = () => {}

  add(count = 1) {
    this.#count += count
    this.#notify()
  }

  async until(count) {
    while (this.#count < count)
      await new Promise((resolve) => {
        this.#notify = resolve
      })
  }
}

/** A hub that appends, and one that reads, over a log of its own each. */
async function throughHubs(createLog) {
  const logs = [createLog(), createLog()]
  const [writer, reader] = logs.map((log) => createHub(log))
  const arrivals = new Arrivals()
  const end = new AbortController()
  const stream = await reader.follow(news, { lastEventId: undefined, signal: end.signal })
  await stream.next()
  const reading = (async () => {
    for await (const _ of stream) arrivals.add()
  })()
  closing.push(async () => {
    end.abort()
    await reading
    for (const hub of [writer, reader]) hub.close()
    for (const log of logs) await log.close()
  })
  return { arrivals, publish: () => writer.append(news, { event: 'news', data }) }
}

async function postgresWays(url) {
  const pools = [0, 1].map(() => new pg.Pool({ connectionString: url, max: 4 }))
  closing.push(() => Promise.all(pools.map((pool) => pool.end())))
  const [writer, reader] = pools
  await postgresLog(writer).prepare()
  await writer.query('create table if not exists latency_by_hand (n bigint generated always as identity, data json)')
  const arrivals = new Arrivals()
  const listening = await reader.connect()
  closing.push(() => listening.release(true))
  let last = (await reader.query('select coalesce(max(n), 0) as n from latency_by_hand')).rows[0].n
  listening.on('notification', async () => {
    const { rows } = await reader.query('select n, data from latency_by_hand where n > $1 order by n', [last])
    last = rows.at(-1)?.n ?? last
    arrivals.add(rows.length)
  })
  await listening.query('listen latency_by_hand')
  const text = `with row as (insert into latency_by_hand (data) values ($1)) select pg_notify('latency_by_hand', '')`
  const byHand = { arrivals, publish: () => writer.query(text, [JSON.stringify(data)]) }
  const pairs = [...pools]
  const hub = await throughHubs(() => postgresLog(pairs.pop()))
  return { 'PostgreSQL: NOTIFY and select by hand': byHand, 'PostgreSQL: hub': hub }
}

async function redisWays(url) {
  const [writer, reader, publisher, subscriber, selecting] = Array.from({ length: 5 }, () => new Redis(url))
  closing.push(() => [writer, reader, publisher, subscriber, selecting].map((client) => client.disconnect()))
  const blocking = new Arrivals()
  const key = `${name}-by-hand`
  let isOver = false
  closing.push(() => {
    isOver = true
  })
  const read = async () => {
    let last = '$'
    while (!isOver) {
      const found = await reader.xread('COUNT', 100, 'BLOCK', 0, 'STREAMS', key, last)
      last = found[0][1].at(-1)[0]
      blocking.add(found[0][1].length)
    }
  }
  read().catch(() => {})
  const woken = new Arrivals()
  let seen = '-'
  subscriber.on('message', async () => {
    const found = await selecting.xrange(`${key}-2`, seen, '+', 'COUNT', 100)
    seen = `(${found.at(-1)?.[0] ?? seen.slice(1)}`
    woken.add(found.length)
  })
  await subscriber.subscribe(`${key}-2`)
  const text = JSON.stringify(data)
  const clients = [new Redis(url), new Redis(url)]
  closing.push(() => clients.map((client) => client.disconnect()))
  const pairs = [...clients]
  const byHand = { arrivals: blocking, publish: () => writer.xadd(key, '*', 'data', text) }
  const publish = () => Promise.all([publisher.xadd(`${key}-2`, '*', 'data', text), publisher.publish(`${key}-2`, '')])
  return {
    'Redis: XADD and XREAD BLOCK by hand': byHand,
    'Redis: XADD, PUBLISH and XRANGE by hand': { arrivals: woken, publish },
    'Redis: hub': await throughHubs(() => redisLog(pairs.pop()))
  }
}

const engines = [
  ...(DATABASE_URL === undefined ? [] : [await postgresWays(DATABASE_URL)]),
  ...(REDIS_URL === undefined ? [] : [await redisWays(REDIS_URL)])
]
const ways = Object.assign({}, ...engines)
if (engines.length === 0)
  throw new Error('Set DATABASE_URL, REDIS_URL or both to servers that may be used for a benchmark.')
const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
const [count, warm] = [values.events, values.warm].map(Number)
for (let round = 1; round <= warm + count; round++)
  for (const way of Object.keys(ways).sort(() => Math.random() - 0.5)) {
    const { publish, arrivals } = ways[way]
    const began = performance.now()
    const published = publish()
    await arrivals.until(round)
    if (round > warm) times[way].push(performance.now() - began)
    await published
  }
console.log(`Node ${process.version}, ${count} events of each way, in ms from the call that publishes to the reader`)
for (const engine of engines) {
  const [first] = Object.keys(engine)
  const at = (way, share) => quantile(times[way], share)
  console.table(
    Object.keys(engine).map((way) => ({
      way,
      p50: at(way, 0.5).toFixed(3),
      p99: at(way, 0.99).toFixed(3),
      'p50 beside the first': (at(way, 0.5) / at(first, 0.5)).toFixed(2),
      'p99 beside the first': (at(way, 0.99) / at(first, 0.99)).toFixed(2)
    }))
  )
}
for (const close of closing.toReversed()) await close()
