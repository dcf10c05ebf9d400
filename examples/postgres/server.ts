/** A PostgreSQL server, through a pool of `pg`. */
import { query as toStatement } from '@electric-sql/pglite/template'
import { type AppOf, keep } from 'espalier'
import pg from 'pg'
import type { Database, Parsers, Queries, Result } from './database.ts'
import { migrate } from './migrate.ts'
import { UnusableDatabaseError } from './unusable.ts'

export interface ServerSettings {
  readonly url: string
  /** The most connections of this process. Those of all processes together are fewer than `max_connections` of the server. */
  readonly poolSize: number
}

/** In milliseconds. Each is shorter than the next, so that the first one to fail knows most. The `handlerTimeout` of the application is longer than all. */
const limits = {
  connectionTimeoutMillis: 2000,
  lock_timeout: 3000,
  statement_timeout: 5000,
  // The only one that ends the wait for a server which no longer answers.
  query_timeout: 6000,
  idle_in_transaction_session_timeout: 10_000
}

/** Opens a pool for as long as the app lives, or under `espalier dev` the apps of all saves, on a database that has taken all steps. */
export async function openServer(
  app: AppOf,
  { url, poolSize }: ServerSettings,
  steps: readonly string[],
  parsers: Parsers
): Promise<Database> {
  await prepare(url, steps)
  const pool = await keep(
    app,
    `pool of ${poolSize} to ${url}`,
    () => createPool(app, url, poolSize, parsers),
    (made) => made.end()
  )
  return new Server(pool)
}

function createPool({ log }: AppOf, url: string, max: number, parsers: Parsers) {
  const types = new pg.TypeOverrides()
  for (const [type, parse] of Object.entries(parsers)) types.setTypeParser(Number(type), parse)
  const pool = new pg.Pool({ connectionString: url, max, keepAlive: true, types, ...limits })
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection of the database broke'))
  return pool
}

/** Takes the steps on a connection of its own, because a step may take longer than a request. */
async function prepare(url: string, steps: readonly string[]) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limits.connectionTimeoutMillis })
  client.on('error', ignore)
  try {
    await client.connect().catch((error) => refuse(url, error))
    await client.query('begin')
    await migrate(new Session(client), steps)
    await client.query('commit')
  } finally {
    // Takes back what is not committed.
    await client.end()
  }
}

class Session implements Queries {
  readonly #runner: pg.Pool | pg.ClientBase

  constructor(runner: pg.Pool | pg.ClientBase) {
    this.#runner = runner
  }

  sql<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
    const { query, params } = toStatement(strings, ...values)
    return this.query<Row>(query, params)
  }

  async query<Row>(text: string, values?: unknown[]): Promise<Result<Row>> {
    const { rows, rowCount } = await this.#runner.query(text, values)
    return { rows, affectedRows: rowCount ?? 0 }
  }

  exec(text: string) {
    return this.#runner.query(text)
  }
}

class Server extends Session {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super(pool)
    this.#pool = pool
  }

  /** For what needs a connection of its own, such as one that listens. */
  connect() {
    return this.#pool.connect()
  }

  async transaction<Value>(work: (transaction: Queries) => Promise<Value>) {
    const client = await this.#pool.connect()
    client.on('error', ignore)
    let broken: Error | undefined
    try {
      await client.query('begin')
      const value = await work(new Session(client))
      await client.query('commit')
      return value
    } catch (error) {
      await client.query('rollback').catch((failure) => {
        broken = failure
      })
      throw error
    } finally {
      client.off('error', ignore)
      // With an error the pool closes the connection.
      client.release(broken)
    }
  }
}

/** For a connection that breaks: the next statement on it fails as well, and says more. */
const ignore = () => {}

function refuse(url: string, error: Error & { code?: string }): never {
  const { host, pathname } = new URL(url)
  const why = error.message || error.code
  throw new UnusableDatabaseError(`The database ${pathname.slice(1)} at ${host} cannot be used: ${why}.`, {
    cause: error
  })
}
