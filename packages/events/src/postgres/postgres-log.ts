/**
 * A log in PostgreSQL, over `pg` or PGlite. An event can be appended in the transaction of the change that it reports. NOTIFY only wakes readers,
 * which then read the tables. Published as `@espalier/events/postgres`.
 */
import { checkWhole } from '../log/check-whole.ts'
import { Listener } from '../log/listener.ts'
import type { Ends, Entry, EventLog, StoredEntry } from '../log/log.ts'
import { createEpoch, numberIn, numberOf, toId } from '../log/numbered-id.ts'
import type { PostgresDatabase, Queries } from './database.ts'
import { listenBy } from './listen.ts'
import { type Statements, statementsFor } from './statements.ts'

export type { ListeningClient, ListeningPglite, ListeningPool, PostgresDatabase, Queries } from './database.ts'

export interface PostgresLogOptions {
  /** The prefix for the names of both tables and of the NOTIFY channel: a letter, then letters, digits and `_`, at most 40. Default: `espalier`. */
  readonly prefix?: string
  /** How many of the newest events of each topic `prune()` keeps. Default: all. */
  readonly keep?: number
  /** In milliseconds: `prune()` removes events that are older. Default: no limit. */
  readonly maxAge?: number
  /**
   * The pool or PGlite for `LISTEN`. A pool must connect to the server directly, because poolers such as PgBouncer do not support `LISTEN`. With
   * `false`, new events are found only when a hub reads (its option `every`). Default: the database of the log.
   */
  readonly listenOn?: PostgresDatabase | false
}

/** A log in PostgreSQL. The transaction of `append` is a client of `pg` after `begin`, or a transaction of PGlite. */
export interface PostgresLog extends EventLog<Queries> {
  /** Creates missing tables. Several processes may call it at the same time. The database role needs the right to create tables. */
  prepare(): Promise<void>
  /** Removes events by the options `keep` and `maxAge`. Call it regularly: `every(app, 60_000, () => log.prune())` with `@espalier/kit`. */
  prune(): Promise<void>
  /** Removes the oldest events of a topic until `keep` are left. */
  trim(topic: string, keep: number): Promise<void>
  /** Ends the `LISTEN` connection, but does not close the database. */
  close(): Promise<void>
}

/**
 * Makes a log in PostgreSQL.
 *
 * @throws RangeError when an option is invalid
 * @example
 * const log = postgresLog(new pg.Pool({ connectionString: env.DATABASE_URL }), { maxAge: 7 * 24 * 3_600_000 })
 */
export function postgresLog(database: PostgresDatabase, options: PostgresLogOptions = {}): PostgresLog {
  const { prefix = 'espalier', keep, maxAge, listenOn = database } = options
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(prefix))
    throw new RangeError(
      `'prefix' of postgresLog is a letter, then letters, digits and _, not ${JSON.stringify(prefix)}.`
    )
  checkWhole(
    'postgresLog',
    { keep: keep === undefined ? 0 : keep, maxAge: maxAge === undefined ? 0 : maxAge },
    { from: 0 }
  )
  const channel = `${prefix}_events`
  if (listenOn === false) return new Log(database, statementsFor(prefix), { keep, maxAge })
  const listener = new Listener(listenBy(listenOn, channel))
  return new Log(database, statementsFor(prefix, channel), { keep, maxAge, listener })
}

interface LogOptions {
  readonly keep: number | undefined
  readonly maxAge: number | undefined
  readonly listener?: Listener
}

interface TopicRow {
  readonly epoch: string
  readonly last: string
}

type EventRow = TopicRow & ({ readonly n: null } | ({ readonly n: string } & Entry))

class Log implements PostgresLog {
  readonly #database: Queries
  readonly #statements: Statements
  readonly #options: LogOptions

  constructor(database: Queries, statements: Statements, options: LogOptions) {
    this.#database = database
    this.#statements = statements
    this.#options = options
  }

  async prepare(): Promise<void> {
    await this.#database.query(this.#statements.create)
  }

  async append(topic: string, { event, version, data }: Entry, transaction: Queries = this.#database): Promise<string> {
    const values = [topic, createEpoch(), event, version, data]
    const { rows } = await transaction.query(this.#statements.append, values)
    const [{ epoch, last }] = rows as [TopicRow]
    return toId(epoch, Number(last))
  }

  async read(topic: string, after: string, limit: number): Promise<readonly StoredEntry[] | 'trimmed'> {
    const number = numberIn(after)
    if (number === undefined) return 'trimmed'
    const result = await this.#database.query(this.#statements.read, [topic, number, limit])
    const rows = result.rows as EventRow[]
    const [first] = rows
    if (first === undefined) return number === 0 ? [] : 'trimmed'
    if (numberOf(after, first.epoch) === undefined) return 'trimmed'
    // The numbers of events have no gaps. If the first row does not have the next number, the event with that number was removed.
    if (Number(first.n ?? first.last) !== (first.n === null ? number : number + 1)) return 'trimmed'
    return rows.flatMap((row) => (row.n === null ? [] : [toStored(row)]))
  }

  async ends(topic: string): Promise<Ends> {
    const { rows } = await this.#database.query(this.#statements.ends, [topic])
    const [row] = rows as (TopicRow & { readonly trimmed: string })[]
    if (row === undefined) return { oldest: toId('', 0), newest: toId('', 0) }
    const { epoch, last, trimmed } = row
    return { oldest: toId(epoch, Number(trimmed)), newest: toId(epoch, Number(last)) }
  }

  async *wake(topic: string, signal: AbortSignal): AsyncGenerator<unknown> {
    if (this.#options.listener !== undefined) return yield* this.#options.listener.wake(topic, signal)
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }

  async prune(): Promise<void> {
    const { keep, maxAge } = this.#options
    if (keep !== undefined) await this.#database.query(this.#statements.removeOverCount, [keep])
    if (maxAge !== undefined) await this.#database.query(this.#statements.removeOld, [maxAge])
  }

  async trim(topic: string, keep: number): Promise<void> {
    await this.#database.query(this.#statements.trim, [topic, keep])
  }

  async close(): Promise<void> {
    await this.#options.listener?.close()
  }
}

const toStored = ({ epoch, n, event, version, data }: TopicRow & Entry & { readonly n: string }): StoredEntry => ({
  id: toId(epoch, Number(n)),
  event,
  version,
  data
})
