// Runs with `ioredis`. test/consumers/events has the cases with `redis`.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { events, Type } from 'espalier'
import { Redis } from 'ioredis'
import { until } from '../../../../test/until.ts'
import { createHub, EventLogError, topic } from '../../src/index.ts'
import { type RedisClient, type RedisLogOptions, redisLog } from '../../src/redis/redis-log.ts'
import { type LogSubject, logCases } from '../../src/test-kit/test-kit.ts'
import { skip, startEngine } from './engine.ts'

const engine = skip === false ? await startEngine() : undefined
const redis = new Redis({ path: String(engine?.path), lazyConnect: true })
after(async () => {
  redis.disconnect()
  await engine?.stop()
})

const entry = { event: 'said', version: 1, data: '{"b":1}' }
let topics = 0
const aTopic = () => `topic-${topics++}`
const isEngineFault = (error: unknown) => error instanceof EventLogError && error.code === 'ESP_ERR_EVENT_ENGINE'

const subject = (): LogSubject => {
  const log = redisLog(redis)
  return {
    log,
    trim: (topic, keep) => log.trim(topic, keep),
    cut: () => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'),
    close: () => log.close()
  }
}
for (const { name, run } of logCases(subject)) test(name, { skip }, run)

async function appended(count: number, options: RedisLogOptions = {}) {
  const [log, topic, ids]: [ReturnType<typeof redisLog>, string, string[]] = [redisLog(redis, options), aTopic(), []]
  for (let number = 1; number <= count; number++) ids.push(await log.append(topic, entry))
  return { log, topic, ids }
}

test('append trims by count without a gap', { skip }, async () => {
  const { log, topic, ids } = await appended(1000, { keep: 100 })
  const found = await log.read(topic, (await log.ends(topic)).oldest, 1000)
  assert.ok(found !== 'trimmed' && found.length >= 100 && found.length < 300, `${found.length}`)
  assert.equal(found.at(-1)?.id, ids.at(-1))
  assert.equal(await log.read(topic, ids[0] ?? '', 10), 'trimmed')
})

test('append removes events older than maxAge, and a topic without appends expires', { skip }, async () => {
  const { log, topic, ids } = await appended(3)
  const newest = async () => (await log.ends(topic)).newest
  const { id } = { id: String(ids.at(-1)) }
  await until(() => Date.now() > Number(id.split('-')[0]) + 1, 'the next milliseconds', { every: 1 })
  const brief = redisLog(redis, { maxAge: 1 })
  const last = await brief.append(topic, entry)
  for (const old of ids.slice(0, -1)) assert.equal(await log.read(topic, old, 10), 'trimmed')
  await until(async () => (await log.ends(topic)).oldest === last, 'the end of all events', { every: 1 })
  assert.deepEqual([await newest(), await log.read(topic, last, 10)], [last, []])
  const next = await log.append(topic, entry)
  assert.deepEqual(await log.read(topic, last, 10), [{ ...entry, id: next }])
  // The log without a limit has removed the expiry that the other log had set.
  assert.equal(await redis.pttl(`espalier:{${topic}}:events`), -1)
})

test('ids of a Redis that lost data or was restored are trimmed', { skip }, async () => {
  const { log, topic, ids } = await appended(5)
  const keys = ['events', 'newest'].map((name) => `espalier:{${topic}}:${name}`)
  const backup = await Promise.all(keys.map((key) => redis.dumpBuffer(key)))
  const lost = [await log.append(topic, entry), await log.append(topic, entry)]
  for (const key of keys) await redis.del(key)
  for (const id of [...ids, ...lost]) assert.equal(await log.read(topic, id, 10), 'trimmed')
  assert.deepEqual(await log.ends(topic), { oldest: '0', newest: '0' })
  for (const [index, key] of keys.entries()) await redis.restore(key, 0, backup[index] ?? '')
  for (const id of lost) assert.equal(await log.read(topic, id, 10), 'trimmed')
  const next = await log.append(topic, entry)
  assert.deepEqual(await log.read(topic, ids[4] ?? '', 10), [{ ...entry, id: next }])
  for (const id of lost) assert.equal(await log.read(topic, id, 10), 'trimmed')
})

test('a stream id that Redis assigns twice yields different ids', { skip }, async () => {
  const { log, topic } = await appended(1)
  const key = `espalier:{${topic}}:events`
  const fields = (before: string, word: string) =>
    ['before', before, 'word', word, 'event', 'said', 'version', '1', 'data', '1'] as const
  await redis.del(key, `espalier:{${topic}}:newest`)
  await redis.xadd(key, '5-0', ...fields('0', 'aaaaaaaa'))
  assert.equal(await log.read(topic, '5-0-bbbbbbbb', 10), 'trimmed')
  assert.deepEqual(await log.read(topic, '5-0-aaaaaaaa', 10), [])
  await redis.xadd(key, '6-0', ...fields('5-0-bbbbbbbb', 'cccccccc'))
  assert.equal(await log.read(topic, '5-0-aaaaaaaa', 10), 'trimmed')
  // A read ends before the gap, so that no entry after the gap is taken for the next.
  assert.equal((await log.read(topic, '0', 10)).length, 1)
})

test('readers of a flushed Redis receive a reset and continue', { skip }, async () => {
  const news = topic(aTopic(), events({ news: Type.Integer(), reset: Type.Null() }))
  const log = redisLog(redis)
  const hub = createHub(log, { every: 20 })
  const end = new AbortController()
  const seen: unknown[] = []
  const lastEventId = await hub.append(news, { event: 'news', data: 1 })
  const over = (async () => {
    for await (const { event, data } of await hub.follow(news, { lastEventId, signal: end.signal }))
      if (event !== undefined) seen.push(data)
  })()
  await hub.append(news, { event: 'news', data: 2 })
  await until(() => seen.length === 1, 'an event')
  await redis.flushall()
  await until(() => seen.length === 2, 'the reset')
  await hub.append(news, { event: 'news', data: 3 })
  await until(() => seen.length === 3, 'the next event')
  assert.deepEqual(seen, [2, null, 3])
  end.abort()
  await over
  hub.close()
  await log.close()
})

test('a topic whose newest id was evicted continues from its newest event', { skip }, async () => {
  const { log, topic, ids } = await appended(3)
  await redis.del(`espalier:{${topic}}:newest`)
  assert.equal((await log.ends(topic)).newest, ids[2])
  assert.deepEqual(await log.read(topic, ids[2] ?? '', 10), [])
  const next = await log.append(topic, entry)
  assert.deepEqual(await log.read(topic, ids[2] ?? '', 10), [{ ...entry, id: next }])
})

test('an event is appended once per key, also concurrently', { skip }, async () => {
  const [log, topic] = [redisLog(redis, { onceFor: 60_000 }), aTopic()]
  const given = await Promise.all(Array.from({ length: 20 }, () => log.appendOnce(topic, entry, 'row-1')))
  const other = await log.appendOnce(topic, entry, 'row-2')
  assert.equal(new Set(given).size, 1)
  assert.deepEqual(await log.read(topic, '0', 10), [
    { ...entry, id: given[0] },
    { ...entry, id: other }
  ])
  const ttl = await redis.pttl(`espalier:{${topic}}:once:row-1`)
  assert.ok(ttl > 0 && ttl <= 60_000)
  assert.notEqual(await log.appendOnce(aTopic(), entry, 'row-1'), given[0])
})

test('a stream with foreign entries rejects with an engine error', { skip }, async () => {
  const { log, topic, ids } = await appended(1)
  await redis.xadd(`espalier:{${topic}}:events`, '*', 'name', 'value')
  await assert.rejects(log.read(topic, ids[0] ?? '', 10), isEngineFault)
  const taken = aTopic()
  await redis.set(`espalier:{${taken}}:events`, 'a text')
  await assert.rejects(log.append(taken, entry), isEngineFault)
})

test('logs with different prefixes are separate, and listen: false yields no wakes until the abort', {
  skip
}, async () => {
  const { topic } = await appended(2)
  const other = redisLog(redis, { prefix: 'other', listen: false })
  assert.deepEqual(await other.ends(topic), { oldest: '0', newest: '0' })
  const end = new AbortController()
  const next = other.wake(topic, end.signal)[Symbol.asyncIterator]().next()
  await other.append(topic, entry)
  end.abort()
  assert.equal((await next).done, true)
})

test('closing a log ends its wakes and leaves the client open', { skip }, async () => {
  const log = redisLog(redis)
  const wakes = log.wake(aTopic(), new AbortController().signal)[Symbol.asyncIterator]()
  await wakes.next()
  const next = wakes.next()
  await log.close()
  await assert.rejects(next, /The log is closed/)
  assert.equal(await redis.ping(), 'PONG')
})

test('a channel is unsubscribed when the last wake of its topic ends', { skip }, async () => {
  const [log, topic] = [redisLog(redis), aTopic()]
  const heard = async () => (await redis.pubsub('NUMSUB', `espalier:{${topic}}:wake`))[1]
  const ends = [new AbortController(), new AbortController()]
  const wakes = ends.map(({ signal }) => log.wake(topic, signal)[Symbol.asyncIterator]())
  await Promise.all(wakes.map((wake) => wake.next()))
  const over = wakes.map((wake) => assert.rejects(async () => wake.next(), { name: 'AbortError' }))
  ends[0]?.abort()
  await over[0]
  assert.equal(await heard(), 1)
  ends[1]?.abort()
  await over[1]
  await until(async () => (await heard()) === 0, 'the channel', { every: 1 })
  await log.close()
})

test('a received event is read without a call, and a large or oddly named one with one call', {
  skip
}, async () => {
  let calls = 0
  const call = (command: string, ...args: string[]) => {
    calls++
    return redis.call(command, ...args)
  }
  const [writer, log, topic] = [redisLog(redis), redisLog({ call, duplicate: () => redis.duplicate() }), aTopic()]
  const wakes = log.wake(topic, new AbortController().signal)[Symbol.asyncIterator]()
  await wakes.next()
  let last = '0'
  const readNext = async (event: string, data: string) => {
    const id = await writer.append(topic, { event, version: 2, data })
    await wakes.next()
    calls = 0
    assert.deepEqual(await log.read(topic, last, 10), [{ id, event, version: 2, data }])
    last = id
    return calls
  }
  assert.equal(await readNext('said-é', '{"a":\n"\u{1f600}"}'), 0)
  assert.equal(await readNext('said', JSON.stringify('x'.repeat(100_000))), 1)
  assert.equal(await readNext('two\nlines', '1'), 1)
  assert.equal(await readNext('said', '2'), 0)
  assert.deepEqual(await log.read(topic, last, 10), [])
  await log.close()
})

test('invalid options and clients throw', () => {
  for (const prefix of ['', 'a b', '{a}', 'a'.repeat(101)])
    assert.throws(() => redisLog(redis, { prefix }), /RangeError: 'prefix' of redisLog/)
  for (const value of [0, -1, 0.5, Number.NaN])
    for (const name of ['keep', 'maxAge', 'onceFor', 'timeout'])
      assert.throws(() => redisLog(redis, { [name]: value }), { name: 'RangeError', message: new RegExp(`'${name}'`) })
  for (const client of [undefined, null, 'redis://', {}])
    assert.throws(() => redisLog(client as RedisClient), /takes a client of the package redis, or of ioredis/)
})
