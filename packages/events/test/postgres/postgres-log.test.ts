// Runs on PGlite, and on PostgreSQL if DATABASE_URL names a server.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { until } from '../../../../test/until.ts'
import { type PostgresLog, postgresLog, type Queries } from '../../src/postgres/postgres-log.ts'
import { type LogSubject, logCases } from '../../src/test-kit/test-kit.ts'

const url = process.env.DATABASE_URL
const entry = { event: 'said', version: 1, data: '{"b":1,"a":2}' }
let topics = 0
const aTopic = () => `topic-${process.pid}-${Date.now()}-${topics++}`

const db = await PGlite.create()
after(() => db.close())
await postgresLog(db).prepare()

const inPglite = (): LogSubject<Queries> => {
  const log = postgresLog(db)
  return {
    log,
    trim: (topic, keep) => log.trim(topic, keep),
    transaction: (work) => db.transaction(async (transaction) => work(transaction)),
    close: () => log.close()
  }
}
for (const { name, run } of logCases(inPglite)) test(`PGlite: ${name}`, run)

const inServer = async (): Promise<LogSubject<Queries>> => {
  const pool = new pg.Pool({ connectionString: url, max: 30 })
  pool.on('error', () => {})
  const log = postgresLog(pool)
  await log.prepare()
  return {
    log,
    trim: (topic, keep) => log.trim(topic, keep),
    transaction: (work) => transactionOn(pool, work),
    cut: () =>
      pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen espalier%' and datname = current_database()"
      ),
    async close() {
      await log.close()
      await pool.end()
    }
  }
}

async function transactionOn(pool: pg.Pool, work: (client: Queries) => Promise<void>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

for (const { name, run } of logCases(inServer)) test(`PostgreSQL: ${name}`, { skip: url === undefined }, run)

test('prune removes events by count and by age without a gap', async () => {
  const topic = aTopic()
  const log = postgresLog(db, { keep: 3 })
  for (let count = 0; count < 10; count++) await log.append(topic, entry)
  await log.prune()
  const { oldest } = await log.ends(topic)
  const left = await log.read(topic, oldest, 100)
  assert.equal(left.length, 3)
  // An old event among newer ones, as after a change of the clock of the server.
  await db.query("update espalier_events set at = now() - interval '1 hour' where topic = $1 and n = 9", [topic])
  await postgresLog(db, { maxAge: 60_000 }).prune()
  const rest = await log.read(topic, (await log.ends(topic)).oldest, 100)
  assert.deepEqual(rest, left.slice(2))
})

test('an id of the future is trimmed', async () => {
  const topic = aTopic()
  const log = postgresLog(db)
  const id = await log.append(topic, entry)
  assert.equal(await log.read(topic, `${id}0`, 10), 'trimmed')
})

test('logs with different prefixes are separate', async () => {
  const topic = aTopic()
  const [one, other] = [postgresLog(db), postgresLog(db, { prefix: 'other_log' })]
  await other.prepare()
  await one.append(topic, entry)
  assert.deepEqual(await other.ends(topic), { oldest: '0', newest: '0' })
})

test('a failing statement rolls back the event', async () => {
  const topic = aTopic()
  const log = postgresLog(db)
  const failed = db.transaction(async (transaction) => {
    await log.append(topic, entry, transaction)
    await transaction.query('select 1 / 0')
  })
  await assert.rejects(failed, /division by zero/)
  assert.deepEqual(await log.ends(topic), { oldest: '0', newest: '0' })
})

test('a log without tables, or with a closed database, rejects with the error of the driver', async () => {
  await assert.rejects(postgresLog(db, { prefix: 'absent' }).append('news', entry), /absent_topics/)
  const closed = await PGlite.create()
  await closed.close()
  const log = postgresLog(closed)
  await assert.rejects(log.read('news', '0', 10), /closed/)
  await assert.rejects(log.wake('news', new AbortController().signal)[Symbol.asyncIterator]().next(), /closed/)
})

test('closing a log ends its wakes', async () => {
  const log = postgresLog(db)
  const wakes = log.wake('news', new AbortController().signal)[Symbol.asyncIterator]()
  await wakes.next()
  const next = wakes.next()
  await log.close()
  await assert.rejects(next, /The log is closed/)
  await assert.rejects(log.wake('news', new AbortController().signal)[Symbol.asyncIterator]().next(), {
    code: 'ESP_ERR_EVENT_LOG_CLOSED'
  })
})

test('processes that create the tables concurrently all succeed', { skip: url === undefined }, async (t) => {
  const prefix = `made_${process.pid}`
  const pools = Array.from({ length: 8 }, () => new pg.Pool({ connectionString: url }))
  t.after(async () => {
    await pools[0]?.query(`drop table if exists ${prefix}_topics, ${prefix}_events`)
    for (const pool of pools) await pool.end()
  })
  await Promise.all(pools.map((pool) => postgresLog(pool, { prefix }).prepare()))
})

test('a log with listenOn: false yields no wakes until the abort', async () => {
  const log: PostgresLog = postgresLog(db, { listenOn: false })
  const end = new AbortController()
  let count = 0
  let isOver = false
  const over = (async () => {
    for await (const _ of log.wake('news', end.signal)) count++
    isOver = true
  })()
  await log.append('news', entry)
  end.abort()
  await until(() => isOver, 'the end')
  await over
  assert.equal(count, 0)
})

test('invalid options throw', () => {
  for (const prefix of ['', 'A', '1a', 'a;drop', 'a'.repeat(41)])
    assert.throws(() => postgresLog(db, { prefix }), /'prefix' of postgresLog/)
  for (const value of [-1, 0.5, Number.NaN])
    for (const name of ['keep', 'maxAge'])
      assert.throws(() => postgresLog(db, { [name]: value }), { name: 'RangeError' })
})
