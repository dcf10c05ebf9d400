/** Transactions that one function begins and another one ends, for databases with either style of transactions. */

/** Queries inside a transaction. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** A database whose transactions are functions, such as PGlite: it commits when the function resolves, and rolls back when it rejects. */
export interface TransactionalDatabase<Tx extends Queries> {
  transaction(work: (tx: Tx) => Promise<void>): Promise<unknown>
}

/** A connection of a pool. */
export interface PoolConnection extends Queries {
  release(error?: Error | boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

/** A pool of the package `pg`. */
export interface ConnectionPool {
  connect(): Promise<PoolConnection>
}

/** The type of queries in a transaction of this database. */
export type TransactionOf<Database> = Database extends { transaction(work: (tx: infer Tx) => Promise<void>): unknown }
  ? Tx
  : // A function with two overloads must be matched with both, so that the first one is inferred.
    Database extends { connect(): Promise<infer Connection>; connect(callback: infer _): void }
    ? Omit<Connection, 'release'>
    : Queries

export interface OpenTransaction {
  /** Throws on each query after the transaction is over. */
  readonly tx: Queries
  commit(): Promise<void>
  rollback(): Promise<void>
}

export const begin = (database: ConnectionPool | TransactionalDatabase<Queries>): Promise<OpenTransaction> =>
  'transaction' in database ? beginInside(database) : beginOn(database)

/** Runs work in an open transaction, which is rolled back if the work fails. @throws the error of the work */
export async function orRollback<Value>(open: OpenTransaction, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    await open.rollback().catch(ignore)
    throw error
  }
}

const ignore = () => {}

/** Thrown inside the function of a transaction, so that the database rolls back. */
const undone = new Error('The transaction was rolled back.')

function beginInside(database: TransactionalDatabase<Queries>): Promise<OpenTransaction> {
  return new Promise((resolve, reject) => {
    const done: Promise<unknown> = database.transaction(async (tx) => {
      await new Promise<void>((end, fail) => {
        resolve({
          tx,
          commit: async () => {
            end()
            await done
          },
          rollback: async () => {
            fail(undone)
            await done.catch((error) => {
              if (error !== undone) throw error
            })
          }
        })
      })
    })
    // For a transaction that cannot begin. One that has begun has resolved this promise already.
    done.catch(reject)
  })
}

async function beginOn(pool: ConnectionPool): Promise<OpenTransaction> {
  const connection = await pool.connect()
  // A connection that breaks between two queries emits `error`. Without a listener that would end the process.
  connection.on('error', ignore)
  let isOver = false
  const end = async (statement: string) => {
    if (isOver) return
    isOver = true
    let failure: Error | undefined
    try {
      await connection.query(statement)
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      connection.off('error', ignore)
      // A pool does not reuse a connection with an error.
      connection.release(failure)
    }
  }
  const query = async (...args: Parameters<Queries['query']>) => {
    // The connection may belong to another request by now.
    if (isOver) throw new Error('The transaction of this request is over. Await all queries before you answer.')
    return connection.query(...args)
  }
  try {
    await connection.query('begin isolation level read committed')
  } catch (error) {
    await end('rollback').catch(ignore)
    throw error
  }
  return { tx: withQuery(connection, query), commit: () => end('commit'), rollback: () => end('rollback') }
}

/** The connection with a replaced `query`; its other members are unchanged. */
function withQuery(connection: PoolConnection, query: Queries['query']): PoolConnection {
  return new Proxy(connection, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    }
  })
}
