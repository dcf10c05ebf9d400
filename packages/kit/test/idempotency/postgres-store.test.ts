/** Runs on PGlite, and on PostgreSQL if DATABASE_URL names a database whose role may create databases. */
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { idempotency, type PostgresStore, postgresStore } from '@espalier/kit/idempotency'
import { idempotencyKey } from '@espalier/kit/idempotency-key'
import { databases } from '@espalier/testing'
import { espalier } from 'espalier'
import pg from 'pg'
import { until } from '../../../../test/until.ts'
import { claimOf, newId, testStore } from './store-laws.ts'

const url = process.env.DATABASE_URL
const skip = url ? false : 'DATABASE_URL names no PostgreSQL'
const connect = (connectionString: string) => new pg.Pool({ connectionString })
const servers = databases({ url: url ?? 'postgres://nowhere', connect, prepare: async () => {} })
after(servers.drop)

const lite = await PGlite.create()
after(() => lite.close())

async function pools(t: TestContext, count: number) {
  const at = await servers.create()
  return Array.from({ length: count }, () => {
    const pool = connect(at)
    // A server that drops a used database notifies its clients, and their pool emits `error`.
    pool.on('error', () => {})
    t.after(() => pool.end())
    return pool
  })
}

testStore('PGlite', { make: async () => [postgresStore(lite)] })
testStore('PostgreSQL', { skip, make: async (t) => (await pools(t, 2)).map((pool) => postgresStore(pool)) })

interface Tx {
  query(text: string): Promise<{ rows: unknown[] }>
}

const response = { fingerprint: '', status: 200, headers: [], body: Buffer.alloc(0) }

async function writesAre(store: PostgresStore<Tx>, database: Tx) {
  await database.query('create table notes (text text)')
  await store.prepare?.()
  const write = async (text: string, end: 'keep' | 'keep failed' | 'free') => {
    const request = {}
    const begun = await store.begin(newId(), request)
    assert.ok(begun.state === 'new')
    const tx = store.transaction(request)
    await tx.query(`insert into notes values ('${text}')`)
    if (end === 'free') await begun.claim.free(Promise.resolve())
    else await begun.claim.keep({ response, ttl: 60_000, hasFailed: end !== 'keep' })
    return tx
  }
  await write('kept', 'keep')
  await write('failed', 'keep failed')
  const tx = await write('freed', 'free')
  await assert.rejects(async () => tx.query("insert into notes values ('late')"), /transaction|closed/i)
  const count = 'select (select count(*)::int from written) as keys, (select array_agg(text) from notes) as notes'
  assert.deepEqual((await database.query(count)).rows, [{ keys: 2, notes: ['kept'] }])
}

test('PGlite: writes commit with the record, and are rolled back after an error or without a record', () =>
  writesAre(postgresStore(lite, { table: 'written' }), lite))

test('PostgreSQL: writes commit with the record, and are rolled back after an error or without a record', {
  skip
}, async (t) => {
  const [pool] = await pools(t, 1)
  assert.ok(pool)
  await writesAre(postgresStore(pool, { table: 'written' }), pool)
  assert.equal(pool.totalCount, pool.idleCount)
})

test('a failed write fails the record even if the handler caught its error', async () => {
  const store = postgresStore(lite)
  await store.prepare?.()
  const request = {}
  const id = newId()
  const begun = await store.begin(id, request)
  assert.ok(begun.state === 'new')
  await assert.rejects(store.transaction(request).query('select nothing from nowhere'))
  await assert.rejects(begun.claim.keep({ response, ttl: 60_000, hasFailed: false }), /aborted/)
  await (await claimOf(store, id)).free(Promise.resolve())
})

test('processes that create the table concurrently all succeed', { skip }, async (t) => {
  const stores = (await pools(t, 8)).map((pool) => postgresStore(pool))
  await Promise.all(stores.map((store) => store.prepare?.()))
})

test('a broken connection frees its key and does not end the process', { skip }, async (t) => {
  const [pool, other] = await pools(t, 2)
  assert.ok(pool && other)
  const store = postgresStore(pool)
  await store.prepare?.()
  const id = newId()
  const request = {}
  const begun = await store.begin(id, request)
  assert.ok(begun.state === 'new')
  const { rows } = await store.transaction(request).query<{ pid: number }>('select pg_backend_pid() as pid')
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await assert.rejects(begun.claim.keep({ response, ttl: 60_000, hasFailed: false }))
  await (await claimOf(postgresStore(other), id)).free(Promise.resolve())
})

test('a request that times out while it waits for a connection leaves no claim', async (t) => {
  const store = postgresStore(lite)
  const app = espalier({ logger: false, handlerTimeout: 200 }).register(idempotency({ store, scope: () => '' }))
  app.post('/', { schema: { headers: idempotencyKey } }, () => 'done')
  t.after(() => app.close())
  await app.ready()
  const post = (key: string) => app.inject({ method: 'POST', url: '/', headers: { 'idempotency-key': key } })
  const claim = await claimOf(store, newId())
  assert.equal((await post('"waits"')).statusCode, 503)
  assert.equal((await post('"waits"')).statusCode, 409)
  await claim.free(Promise.resolve())
  await until(async () => (await post('"waits"')).statusCode === 200, 'a key that is free', { every: 5 })
})

test('prune removes all expired responses', async () => {
  const store = postgresStore(lite, { table: 'many' })
  await store.prepare?.()
  await lite.query(`insert into many select n::text, '', 200, '[]', '', now() + case when n > 2500 then interval '1 day' else '0' end
    from generate_series(1, 2501) n`)
  await store.prune?.()
  assert.deepEqual((await lite.query('select id from many')).rows, [{ id: '2501' }])
})

test('transaction() of a request without one throws, and an invalid table name throws', () => {
  assert.throws(
    () => postgresStore(lite).transaction({}),
    /^Error: This request has no transaction\. Declare headers: idempotencyKey/
  )
  for (const table of ['', 'a b', 'a;drop table b', 'a.b.c', '"a"'])
    assert.throws(() => postgresStore(lite, { table }), /^TypeError: postgresStore\(\) takes the name of a table/)
})

test('a table may be in another schema', async () => {
  await lite.exec('create schema if not exists apart')
  const store = postgresStore(lite, { table: 'apart.keys' })
  await store.prepare?.()
  await store.prepare?.()
  await (await claimOf(store, newId())).free(Promise.resolve())
})
