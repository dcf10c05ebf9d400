/**
 * A store in PostgreSQL, which writes in the transaction of the handler. So the recorded response and the changes of the handler are committed
 * together, or not at all.
 *
 * While a request is in progress, its transaction holds an advisory lock for the key. If the process is killed, PostgreSQL releases the lock with the
 * connection.
 */
import type { Claim, ClaimResult, IdempotencyStore, RecordedResponse } from './store.ts'
import {
  begin,
  type ConnectionPool,
  type OpenTransaction,
  orRollback,
  type Queries,
  type TransactionalDatabase,
  type TransactionOf
} from './transaction.ts'

export interface PostgresStoreOptions {
  /** The name of the table, with or without a schema. Default: `idempotency_keys`. */
  readonly table?: string
}

export interface PostgresStore<Tx> extends IdempotencyStore {
  /**
   * Returns the transaction in which a handler writes. The transaction is committed with the recorded response, or rolled back if no response is
   * recorded.
   *
   * @throws Error when the route declares no `idempotencyKey`, or the plugin is not registered with this store
   */
  transaction(request: object): Tx
  /** The SQL that creates the table. The plugin runs it at boot if the table is missing. Run it yourself if the app's role may not create tables. */
  readonly createTable: string
}

const rowsPerDelete = 1000

/**
 * Makes a store in PostgreSQL.
 *
 * @param database a pool of `pg`, a PGlite, or an object whose `transaction` runs a function
 * @throws TypeError when the name of the table is invalid
 * @example
 * const store = postgresStore(new pg.Pool())
 * app.register(idempotency({ store, scope: ({ user }: { user: User }) => user.id }))
 * app.route(addOrder, async (request) => store.transaction(request).query('insert …'))
 */
export function postgresStore<Database extends ConnectionPool | TransactionalDatabase<Queries>>(
  database: Database,
  { table = 'idempotency_keys' }: PostgresStoreOptions = {}
): PostgresStore<TransactionOf<Database>> {
  if (!/^(?:[a-z_]\w*\.)?[a-z_]\w*$/i.test(table))
    throw new TypeError(`postgresStore() takes the name of a table, not '${table}'.`)
  return new Store(database, table) as PostgresStore<unknown> as PostgresStore<TransactionOf<Database>>
}

class Store implements PostgresStore<Queries> {
  readonly isTransactional = true
  readonly createTable: string
  readonly #database: ConnectionPool | TransactionalDatabase<Queries>
  readonly #table: string
  /** The keys of requests in progress in this process. A duplicate request is refused without taking a connection from the pool. */
  readonly #underWay = new Set<string>()
  readonly #transactions = new WeakMap<object, Queries>()

  constructor(database: ConnectionPool | TransactionalDatabase<Queries>, table: string) {
    this.#database = database
    this.#table = table
    this.createTable = createTable(table)
  }

  transaction(request: object): Queries {
    const tx = this.#transactions.get(request)
    if (tx === undefined)
      throw new Error(
        'This request has no transaction. Declare headers: idempotencyKey for its route, and register idempotency({ store }) with this store before it.'
      )
    return tx
  }

  async begin(id: string, request: object): Promise<ClaimResult> {
    if (this.#underWay.has(id)) return { state: 'under way' }
    this.#underWay.add(id)
    try {
      const result = await this.#begin(id, request)
      if (result.state !== 'new') this.#underWay.delete(id)
      return result
    } catch (error) {
      this.#underWay.delete(id)
      throw error
    }
  }

  async #begin(id: string, request: object): Promise<ClaimResult> {
    const open = await begin(this.#database)
    return orRollback(open, async () => {
      const isLocked = await lock(open.tx, id)
      // A statement does not see rows that are committed after its start. So an earlier statement takes the lock.
      const response = isLocked ? await this.#find(open.tx, id) : undefined
      if (isLocked && response === undefined) {
        await open.tx.query('savepoint idempotency')
        this.#transactions.set(request, open.tx)
        return { state: 'new', claim: this.#claim(id, open) }
      }
      await open.rollback()
      return response === undefined ? { state: 'under way' } : { state: 'answered', response }
    })
  }

  #claim(id: string, open: OpenTransaction): Claim {
    const end = async (work: Promise<unknown>) => {
      await work.finally(() => this.#underWay.delete(id))
    }
    const keep: Claim['keep'] = async ({ response, ttl, hasFailed }) => {
      if (hasFailed) await open.tx.query('rollback to savepoint idempotency')
      await this.#insert(open.tx, id, response, ttl)
      await open.commit()
    }
    return {
      keep: (outcome) => end(orRollback(open, () => keep(outcome))),
      // The rollback releases the connection and the advisory lock at once. `#underWay` keeps the key claimed until the handler has ended.
      free: (ended) => end(Promise.all([open.rollback(), ended]))
    }
  }

  async #find(tx: Queries, id: string): Promise<RecordedResponse | undefined> {
    const { rows } = await tx.query(
      `select fingerprint, status, headers::text as headers, encode(body, 'base64') as body from ${this.#table} where id = $1 and expires > now()`,
      [id]
    )
    const [row] = rows as { fingerprint: string; status: number; headers: string; body: string }[]
    if (row === undefined) return undefined
    return { ...row, headers: JSON.parse(row.headers), body: Buffer.from(row.body, 'base64') }
  }

  async #insert(tx: Queries, id: string, response: RecordedResponse, ttl: number): Promise<void> {
    const { fingerprint, status, headers, body } = response
    // An old row with this id has expired, so it may be overwritten. `#find` saw no valid row, and the transaction still holds the lock.
    await tx.query(
      `insert into ${this.#table} (id, fingerprint, status, headers, body, expires)
       values ($1, $2, $3, $4::text::jsonb, decode($5, 'base64'), now() + $6::text::float8 * interval '1 ms')
       on conflict (id) do update set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
         body = excluded.body, expires = excluded.expires`,
      [id, fingerprint, status, JSON.stringify(headers), body.toString('base64'), `${ttl}`]
    )
  }

  prepare(): Promise<void> {
    return this.#inTransaction(async (tx) => {
      const { rows } = await tx.query('select to_regclass($1) is not null as exists', [this.#table])
      if (Object(rows[0]).exists === true) return
      // Without the lock, `create table if not exists` fails in one of two processes that start at the same time.
      await tx.query("select pg_advisory_xact_lock(hashtext('espalier idempotency'))")
      for (const statement of this.createTable.split(';')) await tx.query(statement)
    })
  }

  async prune(): Promise<void> {
    // `skip locked` skips rows that another process is removing, so several processes can prune at the same time.
    const old = `select id from ${this.#table} where expires <= now() limit ${rowsPerDelete} for update skip locked`
    const remove = `delete from ${this.#table} where id in (${old}) returning id`
    while ((await this.#inTransaction((tx) => tx.query(remove))).rows.length === rowsPerDelete);
  }

  async #inTransaction<Value>(work: (tx: Queries) => Promise<Value>): Promise<Value> {
    const open = await begin(this.#database)
    const value = await orRollback(open, () => work(open.tx))
    await open.commit()
    return value
  }
}

/** Takes the advisory lock of a key. Returns false if it is taken. Very rarely, two keys have the same lock, and the second request gets a 409. */
async function lock(tx: Queries, id: string): Promise<boolean> {
  const number = BigInt.asIntN(64, BigInt(`0x${id.slice(0, 16)}`))
  const { rows } = await tx.query('select pg_try_advisory_xact_lock($1::text::bigint) as locked', [`${number}`])
  return Object(rows[0]).locked === true
}

function createTable(table: string): string {
  return `create table if not exists ${table} (
  id text primary key,
  fingerprint text not null,
  status int not null,
  headers jsonb not null,
  body bytea not null,
  expires timestamptz not null
);
create index if not exists ${table.replace('.', '_')}_expires on ${table} (expires)`
}
