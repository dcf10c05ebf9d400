// The ways in which ids of events in PostgreSQL can be in the order of commits, and what each costs:
//
//     DATABASE_URL=postgres://… node bench/event-order.mjs
//
// `sequence` is what not to do. `counter` is what @espalier/events does: a row for each topic that is locked until the commit. `at commit` numbers by the same row
// in a deferred trigger, so the lock lasts only for the commit, and `append` has no id to return. `snapshot` leaves out rows of transactions that are not before every open one.
// `one writer` hands on the rows of an unordered table. Each has 16 writers, whose transactions wait 2 ms between two statements, as programs do, and a reader.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const url = process.env.DATABASE_URL
if (url === undefined) throw new Error('Set DATABASE_URL to a server that may be used for a benchmark.')
const seconds = Number(process.env.SECONDS ?? 4)
const pool = new pg.Pool({ connectionString: url, max: 40 })
const query = async (text, values) => (await pool.query(text, values)).rows

await query('drop schema if exists event_order cascade')
await query('create schema event_order')
await query('create table event_order.work (n bigint generated always as identity, body text)')
await query('create table event_order.topic (topic int primary key, last bigint not null)')
await query('insert into event_order.topic select topic, 0 from generate_series(0, 15) topic')
await query('create table event_order.event (topic int, n bigint, writer int, at float8, primary key (topic, n))')
await query(
  'create table event_order.waiting (k bigint generated always as identity primary key, topic int, writer int, at float8)'
)
await query(`create table event_order.by_snapshot (topic int, tx xid8 default pg_current_xact_id(), n bigint generated always as identity, writer int, at float8,
  primary key (topic, tx, n))`)
await query(
  'create table event_order.by_sequence (topic int, n bigint generated always as identity, writer int, at float8, primary key (topic, n))'
)
await query(`create function event_order.number() returns trigger language plpgsql as $$
  begin
    with waiting as (delete from event_order.waiting where k = new.k returning *),
      place as (update event_order.topic t set last = last + 1 from waiting w where t.topic = w.topic returning t.topic, t.last)
    insert into event_order.event select w.topic, p.last, w.writer, w.at from waiting w join place p on p.topic = w.topic;
    return null;
  end $$`)
const trigger = `create constraint trigger number after insert on event_order.waiting deferrable initially deferred for each row execute function event_order.number()`

const readNumbers = (table) => async (topic, after) =>
  query(
    `select n::text as place, writer, at from event_order.${table} where topic = $1 and n > $2::bigint order by n limit 1000`,
    [topic, after ?? '0']
  )

const ways = {
  sequence: {
    append: (client, ...values) =>
      client.query('insert into event_order.by_sequence (topic, writer, at) values ($1, $2, $3)', values),
    read: readNumbers('by_sequence')
  },
  counter: {
    append: (client, ...values) =>
      client.query(
        `with place as (update event_order.topic set last = last + 1 where topic = $1 returning last)
        insert into event_order.event select $1, last, $2, $3 from place`,
        values
      ),
    read: readNumbers('event')
  },
  'at commit': {
    before: () => query(trigger),
    after: () => query('drop trigger number on event_order.waiting'),
    append: (client, ...values) =>
      client.query('insert into event_order.waiting (topic, writer, at) values ($1, $2, $3)', values),
    read: readNumbers('event')
  },
  snapshot: {
    append: (client, ...values) =>
      client.query('insert into event_order.by_snapshot (topic, writer, at) values ($1, $2, $3)', values),
    read: (topic, after) => {
      const [tx, n] = after?.split('-') ?? ['0', '0']
      return query(
        `select tx || '-' || n as place, writer, at from event_order.by_snapshot
        where topic = $1 and (tx, n) > ($2::xid8, $3::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot()) order by tx, n limit 1000`,
        [topic, tx, n]
      )
    }
  },
  'one writer': {
    during: async (isOver) => {
      while (!isOver()) {
        const moved =
          await query(`with waiting as (delete from event_order.waiting where k in (select k from event_order.waiting order by k limit 500) returning *),
            numbered as (select w.*, row_number() over (partition by w.topic order by k) as place from waiting w),
            moved as (insert into event_order.event select w.topic, t.last + w.place, w.writer, w.at from numbered w join event_order.topic t using (topic) returning topic, n),
            counted as (update event_order.topic t set last = m.last from (select topic, max(n) as last from moved group by topic) m where m.topic = t.topic)
          select count(*)::int as count from moved`)
        if (moved[0].count === 0) await sleep(1)
      }
    },
    append: (client, ...values) =>
      client.query('insert into event_order.waiting (topic, writer, at) values ($1, $2, $3)', values),
    read: readNumbers('event')
  }
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** @param hold in milliseconds: how long one more transaction stays open in the middle of the run, which has appended to `topic` or, without one, written elsewhere */
async function measure(name, { topics = 1, notify = false, hold = 0, holdsTopic = false }) {
  const way = ways[name]
  await query(
    'truncate event_order.event, event_order.by_snapshot, event_order.by_sequence, event_order.waiting, event_order.work'
  )
  await query('update event_order.topic set last = 0')
  await way.before?.()
  let [isOver, isRead, written] = [false, false, 0]
  const started = performance.now()
  const transaction = async (writer, topic, wait) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('insert into event_order.work (body) values ($1)', ['something happened'])
      await way.append(client, topic, writer, performance.now())
      if (notify) await client.query(`select pg_notify('event_order', '${topic}')`)
      await sleep(wait)
      await client.query('commit')
      written++
    } finally {
      client.release()
    }
  }
  const write = async (writer) => {
    while (!isOver) await transaction(writer, writer % topics, 2)
  }
  const seen = []
  const lags = []
  const reader = async (topic) => {
    let place
    for (;;) {
      const isLast = isRead
      const rows = await way.read(topic, place)
      for (const row of rows) {
        seen.push(row)
        lags.push(performance.now() - row.at)
      }
      place = rows.at(-1)?.place ?? place
      if (rows.length === 0 && isLast) return
      if (rows.length === 0) await sleep(2)
    }
  }
  const readers = Array.from({ length: topics }, (_, topic) => reader(topic))
  const mover = way.during?.(() => isRead)
  const writers = Array.from({ length: 16 }, (_, writer) => write(writer))
  if (hold > 0) {
    await sleep(500)
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into event_order.work (body) values ($1)', ['a long report'])
    if (holdsTopic) {
      await way.append(client, 0, 99, performance.now())
      written++
    }
    await sleep(hold)
    await client.query('commit')
    client.release()
  }
  await sleep(Math.max(0, seconds * 1000 - (performance.now() - started)))
  isOver = true
  await Promise.all(writers)
  const took = (performance.now() - started) / 1000
  await sleep(300)
  isRead = true
  await Promise.all([...readers, mover])
  await way.after?.()
  lags.sort((a, b) => a - b)
  const row = {
    way: name,
    topics,
    notify,
    hold: hold === 0 ? '' : `${hold} ms ${holdsTopic ? 'in the topic' : 'elsewhere'}`
  }
  return {
    ...row,
    'a second': Math.round(written / took),
    missed: written - seen.length,
    'p50 ms': Math.round(at(lags, 0.5)),
    'p99 ms': Math.round(at(lags, 0.99)),
    'max ms': Math.round(lags.at(-1) ?? Number.NaN)
  }
}

const [{ version }] = await query("select current_setting('server_version') as version")
console.log(`PostgreSQL ${version}, Node ${process.version}, 16 writers, ${seconds} s each`)
const rows = []
for (const name of Object.keys(ways)) {
  rows.push(await measure(name, {}))
  rows.push(await measure(name, { topics: 16 }))
  rows.push(await measure(name, { topics: 16, notify: true }))
  if (name === 'sequence') continue
  rows.push(await measure(name, { topics: 16, hold: 2000 }))
  rows.push(await measure(name, { topics: 16, hold: 2000, holdsTopic: true }))
}
console.table(rows)
await query('drop schema event_order cascade')
await pool.end()
