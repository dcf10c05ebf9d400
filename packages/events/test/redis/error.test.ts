// A Redis server that is down, slow, full, read-only, or without rights that the log needs.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { endpoint, espalier, events, Type } from 'espalier'
import { Redis } from 'ioredis'
import { until } from '../../../../test/until.ts'
import { createHub, EventLogError, topic } from '../../src/index.ts'
import { toLogError } from '../../src/redis/error.ts'
import { type RedisLogOptions, redisLog } from '../../src/redis/redis-log.ts'
import { skip, startEngine } from './engine.ts'

const entry = { event: 'said', version: 1, data: '"hello"' }

/** The client reconnects soon. With `isImpatient`, every call fails until then. */
async function start(
  t: TestContext,
  program: readonly string[],
  { isImpatient = false, ...options }: RedisLogOptions & { readonly isImpatient?: boolean } = {}
) {
  const engine = await startEngine(...program)
  const retries = isImpatient ? 0 : null
  const redis = new Redis({ path: engine.path, retryStrategy: () => 5, maxRetriesPerRequest: retries })
  redis.on('error', () => {})
  const log = redisLog(redis, options)
  t.after(async () => {
    engine.thaw()
    redis.disconnect()
    await log.close()
    await engine.stop()
  })
  return { engine, redis, log }
}

const isFault = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof EventLogError)
  assert.equal(error.code, code)
  assert.match(error.message, message)
  assert.ok(error.cause instanceof Error)
  return true
}
const unavailable = (code: string, message: RegExp) => ({
  statusCode: 503,
  code,
  message,
  headers: { 'retry-after': '1' }
})

test('an unreachable server rejects with 503', { skip }, async (t) => {
  const { engine, log } = await start(t, [], { isImpatient: true })
  await log.append('news', entry)
  await engine.stop()
  const away = unavailable('EVENT_LOG_AWAY', /failed, because Redis is not available/)
  await assert.rejects(log.append('news', entry), away)
  await assert.rejects(log.read('news', '0', 10), away)
  await assert.rejects(log.ends('news'), away)
  await assert.rejects(log.wake('news', new AbortController().signal)[Symbol.asyncIterator]().next())
})

test('a server that does not respond rejects with 503 after the timeout', { skip }, async (t) => {
  const { engine, log } = await start(t, [], { timeout: 30 })
  const isThere = () =>
    log.append('news', entry).then(
      () => true,
      () => false
    )
  // A busy machine may take longer for the first calls.
  await until(isThere, 'a server that answers')
  engine.freeze()
  const slow = unavailable('EVENT_LOG_SLOW', /'news' took longer than 30 ms/)
  for (const call of [log.append('news', entry), log.appendOnce('news', entry, '1'), log.read('news', '0', 10)])
    await assert.rejects(call, slow)
})

test('a full server refuses to append and can still be read', { skip }, async (t) => {
  const { log } = await start(t, ['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'])
  const big = { ...entry, data: JSON.stringify('x'.repeat(100_000)) }
  const ids: string[] = []
  const fill = async () => {
    for (let count = 0; count < 100; count++) ids.push(await log.append('news', big))
  }
  await assert.rejects(fill, unavailable('EVENT_LOG_FULL', /Appending to 'news' failed, because Redis has no room/))
  const found = await log.read('news', '0', 200)
  assert.deepEqual(found.length, ids.length)
  await log.trim('news', 1)
  assert.deepEqual(await log.read('news', ids.at(-1) ?? '', 1), [])
})

test('a read-only server rejects appends with 503 and can still be read', { skip }, async (t) => {
  const { redis, log } = await start(t, [])
  await log.append('news', entry)
  await redis.call('REPLICAOF', '127.0.0.1', '1')
  await assert.rejects(log.append('news', entry), unavailable('EVENT_LOG_AWAY', /Appending to 'news'/))
  assert.equal((await log.read('news', '0', 10)).length, 1)
})

test('a missing command or a missing right rejects with the requirements of the log', { skip }, async (t) => {
  const { redis, log } = await start(t, ['--rename-command', 'XADD', ''])
  const needs = /Appending to 'news' failed: .*The log needs Redis 6.2 or Valkey/
  await assert.rejects(log.append('news', entry), isFault('ESP_ERR_EVENT_ENGINE', needs))
  await redis.call('ACL', 'SETUSER', 'reader', 'on', 'nopass', '~*', '&*', '+@read')
  await redis.call('AUTH', 'reader', '')
  await assert.rejects(log.append('news', entry), isFault('ESP_ERR_EVENT_ENGINE', /NOPERM/))
})

test('a stream resumes after its server was killed and restarted with its file', { skip }, async (t) => {
  const config = ['--appendonly', 'yes', '--appendfsync', 'always']
  const { engine, log } = await start(t, config, { timeout: 500 })
  const stream = events({ news: Type.Integer(), reset: Type.Null() })
  const news = topic('news', stream)
  const hub = createHub(log, { every: 20 })
  const seen: unknown[] = []
  const end = new AbortController()
  const lastEventId = await hub.append(news, { event: 'news', data: 0 })
  const over = (async () => {
    for await (const { event, data } of await hub.follow(news, { lastEventId, signal: end.signal }))
      if (event !== undefined) seen.push(data)
  })()
  await hub.append(news, { event: 'news', data: 1 })
  await until(() => seen.length === 1, 'the first event')
  await engine.restart(...config)
  await until(async () => (await log.ends('news').catch(() => undefined)) !== undefined, 'the server')
  await hub.append(news, { event: 'news', data: 2 })
  await until(() => seen.length === 2, 'the second event')
  assert.deepEqual(seen, [1, 2])
  end.abort()
  await over
  hub.close()
})

test('a route with an unreachable log responds with 503 and a code', { skip }, async (t) => {
  const { engine, log } = await start(t, [], { isImpatient: true })
  const stream = events({ news: Type.Integer(), reset: Type.Null() })
  const hub = createHub(log)
  t.after(() => hub.close())
  const app = espalier()
  app.route(endpoint('GET /news', { response: { 200: stream } }), (request) =>
    hub.follow(topic('news', stream), request)
  )
  await log.ends('news')
  await engine.stop()
  const answer = await app.inject('/news')
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '1'])
  assert.equal(JSON.parse(answer.body).code, 'EVENT_LOG_AWAY')
})

test('the first word of a Redis error determines its code, and a client error means a lost connection', () => {
  const codeOf = (cause: unknown) => Reflect.get(toLogError(cause, 'Reading'), 'code')
  for (const word of ['LOADING', 'BUSY', 'READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'TRYAGAIN', 'NOREPLICAS'])
    assert.equal(codeOf(new Error(`${word} for now`)), 'EVENT_LOG_AWAY')
  for (const word of ['OOM', 'MISCONF']) assert.equal(codeOf(new Error(`${word} no room`)), 'EVENT_LOG_FULL')
  for (const word of ['ERR', 'NOPERM', 'WRONGTYPE', 'CROSSSLOT', 'NOAUTH'])
    assert.equal(codeOf(new Error(`${word} never`)), 'ESP_ERR_EVENT_ENGINE')
  for (const cause of [new Error('Connection is closed.'), new Error('The client is offline'), 'a text'])
    assert.equal(codeOf(cause), 'EVENT_LOG_AWAY')
})
