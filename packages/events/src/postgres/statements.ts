/**
 * A row for each topic counts its events. An append increments the count, which locks the row until its transaction ends. The next append waits for
 * the lock, so the numbers of events are in the order of commits. A rollback also reverts the count, so the numbers have no gaps.
 */

type Tables = Readonly<Record<'topics' | 'events', string>>

/** `prefix` and `channel` are put into SQL unescaped, so the caller must check them. Without a channel, an append sends no notification. */
export const statementsFor = (prefix: string, channel?: string) => {
  const tables = { topics: `${prefix}_topics`, events: `${prefix}_events` }
  return { ...writing(tables, channel), ...reading(tables), ...removing(tables) }
}

const writing = ({ topics, events }: Tables, channel: string | undefined) => ({
  // Every append updates the row of its topic, so the fill factor leaves room in each page for the new row version. Without the lock, `create table
  // if not exists` fails in one of two processes that start at the same time.
  create: `
      do $$ begin
        perform pg_advisory_xact_lock(hashtext('${topics}'));
        create table if not exists ${topics} (
          topic text primary key,
          epoch text not null,
          last bigint not null
        ) with (fillfactor = 50);
        create table if not exists ${events} (
          topic text not null,
          n bigint not null,
          at timestamptz not null default clock_timestamp(),
          event text not null,
          version integer not null,
          data json not null,
          primary key (topic, n)
        );
        create index if not exists ${events}_at on ${events} using brin (at);
      end $$`,

  /** Parameters: topic, epoch, event, version, data. */
  append: `
      with numbered as (
        insert into ${topics} as t (topic, epoch, last) values ($1, $2, 1)
        on conflict (topic) do update set last = t.last + 1 returning epoch, last
      ), row as (
        insert into ${events} (topic, n, event, version, data) select $1, last, $3, $4, $5 from numbered
      )
      select epoch, last::text as last${channel === undefined ? '' : `, pg_notify('${channel}', $1)`} from numbered`
})

const reading = ({ topics, events }: Tables) => ({
  /**
   * Parameters: topic, number, limit. Returns one row without an event if no event follows the number. Returns no row if the topic does not exist.
   *
   * The outer query has only one row, so the result keeps the order of the inner query.
   */
  read: `
      select t.epoch, t.last::text as last, e.n::text as n, e.event, e.version, e.data::text as data
      from ${topics} t left join lateral (
        select n, event, version, data from ${events} where topic = t.topic and n > $2::bigint order by n limit $3
      ) e on true
      where t.topic = $1`,

  /** Parameter: topic. */
  ends: `
      select epoch, last::text as last,
        coalesce((select min(n) - 1 from ${events} e where e.topic = t.topic), last)::text as trimmed
      from ${topics} t where topic = $1`
})

const removing = ({ topics, events }: Tables) => ({
  /** Parameters: topic, how many events to keep. */
  trim: `
      delete from ${events} e using ${topics} t
      where t.topic = $1 and e.topic = t.topic and e.n <= t.last - $2::bigint`,

  /** Parameter: how many events of each topic to keep. */
  removeOverCount: `
      delete from ${events} e using ${topics} t where e.topic = t.topic and e.n <= t.last - $1::bigint`,

  /** Parameter: milliseconds. Removes every event up to the newest event that is older. So the numbers of the remaining events have no gap. */
  removeOld: `
      delete from ${events} e using (
        select topic, max(n) as n from ${events} where at < now() - $1::bigint * interval '1 ms' group by topic
      ) old
      where e.topic = old.topic and e.n <= old.n`
})

export type Statements = ReturnType<typeof statementsFor>
