/** An outbox: a transaction stores an event with its change, and a task moves the event to Redis. */
import type { EventLog } from '@espalier/events'
import type { Queries } from '@espalier/events/postgres'
import type { RedisLog } from '@espalier/events/redis'

export const table = `create table if not exists outbox (
  n bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid(),
  topic text not null, event text not null, version integer not null, data json not null)`

/** A log for a hub, which appends to the table and reads Redis. `append` returns the key of the row as id. */
export const withOutbox = (log: RedisLog): EventLog<Queries> => ({
  read: (...args) => log.read(...args),
  ends: (topic) => log.ends(topic),
  wake: (...args) => log.wake(...args),
  async append(topic, { event, version, data }, transaction) {
    if (transaction === undefined) throw new Error('Give append() the transaction of the write.')
    const text = 'insert into outbox (topic, event, version, data) values ($1, $2, $3, $4) returning key'
    const { rows } = await transaction.query(text, [topic, event, version, data])
    return (rows as [{ key: string }])[0].key
  }
})

interface Row {
  readonly key: string
  readonly topic: string
  readonly event: string
  readonly version: number
  readonly data: string
}

/** Moves the oldest rows to Redis. A concurrent task waits for this one, which keeps the order of events. */
export async function moveOutbox(transaction: Queries, log: RedisLog): Promise<void> {
  const oldest = 'select key, topic, event, version, data::text as data from outbox order by n limit 100 for update'
  const rows = (await transaction.query(oldest)).rows as Row[]
  // A task that was killed before its commit may have moved the row. `appendOnce` then stores nothing.
  for (const { key, topic, ...entry } of rows) await log.appendOnce(topic, entry, key)
  await transaction.query('delete from outbox where key = any($1)', [rows.map(({ key }) => key)])
}
