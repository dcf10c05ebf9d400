/**
 * Random orders of repeats, failures, refusals, disconnects, broken connections and expired responses, with the store in PostgreSQL. While its
 * response is kept, a key runs its handler at most once, and every response to the key is the same.
 *
 * Runs on PGlite, and on PostgreSQL if DATABASE_URL names a database whose role may create databases.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { idempotency, type PostgresStore, postgresStore } from '@espalier/kit/idempotency'
import { idempotencyKey } from '@espalier/kit/idempotency-key'
import { databases } from '@espalier/testing'
import { espalier, httpError, Type } from 'espalier'
import fc from 'fast-check'
import pg from 'pg'
import { budget } from '../../../../../test/fuzz/budget.ts'
import { arrival } from '../../../../../test/until.ts'

const url = process.env.DATABASE_URL
const skip = url ? false : 'DATABASE_URL names no PostgreSQL'

interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

type End = 'done' | 'broken' | 'refused' | 'declined' | 'cut'

interface Held {
  readonly pid: number
  end(how: End): void
}

interface Answer {
  readonly key: string
  readonly item: string
  readonly status: number
  readonly text: string
  readonly code: unknown
}

function appOf(store: PostgresStore<Queries>, held: Held[]) {
  const app = espalier({ logger: false }).register(idempotency({ store, scope: () => '', ttl: 1e9 }))
  const schema = { headers: idempotencyKey, body: { item: Type.String() } }
  app.post('/', { schema }, async (request, reply) => {
    const tx = store.transaction(request)
    const values = [request.headers['idempotency-key'], request.body.item]
    const { rows } = await tx.query(
      'insert into done (key, item) values ($1, $2) returning id, pg_backend_pid() as pid',
      values
    )
    const { id, pid } = Object(rows[0])
    const how = await new Promise<End>((end) => held.push({ pid, end }))
    if (how === 'broken') throw new Error('broken')
    if (how === 'refused') throw httpError(402, 'REFUSED', 'No money.')
    if (how === 'declined') return reply.code(402).send({ id, code: 'DECLINED' })
    return reply.code(201).send({ id })
  })
  return app
}

type Step =
  | { do: 'send'; key: string; item: string; at: number }
  | { do: 'end'; how: End; which: number }
  | { do: 'leave'; which: number }
  | { do: 'expire' }

const which = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      key: fc.constantFrom('"a"', '"b"'),
      item: fc.constantFrom('tea', 'tea', 'milk'),
      at: which
    }),
    weight: 5
  },
  {
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      how: fc.constantFrom<End>('done', 'done', 'broken', 'refused', 'declined', 'cut'),
      which
    }),
    weight: 4
  },
  { arbitrary: fc.record({ do: fc.constant('leave' as const), which }), weight: 1 },
  { arbitrary: fc.constant({ do: 'expire' as const }), weight: 1 }
)

interface World {
  readonly stores: readonly PostgresStore<Queries>[]
  readonly database: Queries
  readonly cut: (pid: number) => Promise<boolean>
  /** Whether the database has one connection, so that statements wait for an open transaction. */
  readonly isSingle: boolean
}

async function play({ stores, database, cut, isSingle }: World, steps: readonly Step[]) {
  const held: Held[] = []
  const apps = stores.map((store) => appOf(store, held))
  await Promise.all(apps.map((app) => app.ready()))
  await database.query('truncate done, idempotency_keys')
  const answers: Answer[] = []
  const pending = new Map<Promise<void>, AbortController>()
  let expiries = 0

  const send = (key: string, item: string, at: number) => {
    const leave = new AbortController()
    const asked = apps[at % apps.length]?.inject({
      ...{ method: 'POST', url: '/', headers: { 'idempotency-key': key }, body: { item }, signal: leave.signal }
    })
    const call = Promise.resolve(asked).then(
      (answer) => {
        const text = answer?.body ?? ''
        answers.push({ key, item, status: answer?.statusCode ?? 0, text, code: JSON.parse(text).code })
      },
      () => {}
    )
    pending.set(call, leave)
    void call.then(() => pending.delete(call))
    return call
  }
  const end = async (which: number, how: End) => {
    const [one] = held.splice(which % Math.max(held.length, 1), 1)
    if (one === undefined) return
    const isCut = how === 'cut' && (await cut(one.pid))
    one.end(how === 'cut' && !isCut ? 'broken' : how)
  }
  for (const one of steps) {
    if (one.do === 'send') void send(one.key, one.item, one.at)
    if (one.do === 'end') await end(one.which, one.how)
    if (one.do === 'leave') [...pending.values()][one.which % Math.max(pending.size, 1)]?.abort()
    if (one.do === 'expire' && !(isSingle && pending.size > 0)) {
      expiries++
      await database.query("update idempotency_keys set expires = now() - interval '1 second'")
    }
    for (let turns = 0; turns < 20; turns++) await turn()
  }
  const settle = async () => {
    while (pending.size > 0) {
      await end(0, 'done')
      await turn()
    }
  }
  await arrival(settle(), 'the end of all requests')
  // At the end, each key is sent once more to every app, with both bodies.
  for (const key of ['"a"', '"b"'])
    for (const item of ['tea', 'milk'])
      for (const at of apps.keys()) {
        void send(key, item, at)
        await arrival(settle(), 'the end of a request')
      }
  await Promise.all(apps.map((app) => app.close()))
  const { rows } = await database.query('select id, key, item from done order by id')
  return { answers, rows: rows as { id: number; key: string; item: string }[], expiries }
}

/** Whether a response is final. Other responses ask for another request. */
const isLast = ({ status, code }: Answer) =>
  status < 500 && code !== 'IDEMPOTENCY_KEY_UNDER_WAY' && code !== 'IDEMPOTENCY_KEY_REUSED'

async function holds(world: World, steps: readonly Step[]) {
  const { answers, rows, expiries } = await play(world, steps)
  for (const key of ['"a"', '"b"']) {
    const done = rows.filter((row) => row.key === key)
    const last = answers.filter((answer) => answer.key === key && isLast(answer))
    assert.ok(done.length <= 1 + expiries, `${key} was done ${done.length} times`)
    if (expiries === 0) assert.equal(new Set(last.map(({ item, text }) => item + text)).size, 1, JSON.stringify(last))
    // The database has exactly the orders of successful responses.
    for (const { item, text, status } of last) {
      const { id } = JSON.parse(text)
      assert.equal(status === 402 && id === undefined, !done.some((row) => row.id === id && row.item === item), text)
    }
    for (const { id } of done.slice(-1))
      assert.ok(
        last.some(({ text }) => JSON.parse(text).id === id),
        `${id} is answered`
      )
  }
}

const table =
  'create table done (id int generated always as identity primary key, key text not null, item text not null)'

test('on PGlite each key runs once in any order of events', async (t) => {
  const db = await PGlite.create()
  t.after(() => db.close())
  await db.exec(table)
  const world = { stores: [postgresStore(db)], database: db, cut: async () => false, isSingle: true }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), (steps) => holds(world, steps)),
    budget(30)
  )
})

const servers = databases({
  url: url ?? 'postgres://nowhere',
  connect: (connectionString) => new pg.Pool({ connectionString }),
  prepare: async () => {}
})
after(servers.drop)

test('on PostgreSQL each key runs once in any order of events in two processes', { skip }, async (t) => {
  const connectionString = await servers.create()
  const pools = Array.from({ length: 3 }, () => new pg.Pool({ connectionString, max: 20 }))
  for (const pool of pools) {
    pool.on('error', () => {})
    t.after(() => pool.end())
  }
  const [one, other, database] = pools
  assert.ok(one && other && database)
  await database.query(table)
  const cut = async (pid: number) => (await database.query('select pg_terminate_backend($1)', [pid])).rows.length === 1
  const world = { stores: [postgresStore(one), postgresStore(other)], database, cut, isSingle: false }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), (steps) => holds(world, steps)),
    budget(60)
  )
})
