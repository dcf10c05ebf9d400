/**
 * Transactions that begin in one hook and end in another. PGlite runs a function as a transaction. With `pg`, statements such as `begin` run on one
 * connection.
 */

export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** A database such as PGlite, whose `transaction` commits when `work` resolves and rolls back when `work` rejects. */
export interface TransactionalDatabase<Tx extends Queries> {
  transaction(work: (tx: Tx) => Promise<void>): Promise<unknown>
}

export interface PoolConnection extends Queries {
  release(error?: Error | boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

/** A pool of the package `pg`. */
export interface ConnectionPool {
  connect(): Promise<PoolConnection>
}

export type TransactionOf<Database> = Database extends { transaction(work: (tx: infer Tx) => Promise<void>): unknown }
  ? Tx
  : // `connect` of `pg` has two overloads. If only one were listed here, TypeScript would infer from the overload with a callback.
    Database extends { connect(): Promise<infer Connection>; connect(callback: infer _): void }
    ? Omit<Connection, 'release'>
    : Queries

/** @internal */
export interface OpenTransaction {
  /** Each query throws after the end of the transaction. */
  readonly tx: Queries
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** @internal */
export const begin = (database: ConnectionPool | TransactionalDatabase<Queries>): Promise<OpenTransaction> =>
  'transaction' in database ? beginInside(database) : beginOn(database)

/** Runs `work`, and rolls the transaction back if `work` fails. @throws the error of `work` @internal */
export async function orRollback<Value>(open: OpenTransaction, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    await open.rollback().catch(ignore)
    throw error
  }
}

const ignore = () => {}

/** Thrown inside the function that the database runs as a transaction, so that the database rolls back. */
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
    // Rejects if the transaction cannot begin. Once the transaction has begun, the promise is resolved, and this call has no effect.
    done.catch(reject)
  })
}

async function beginOn(pool: ConnectionPool): Promise<OpenTransaction> {
  const connection = await pool.connect()
  // `pg` emits `error` if the connection breaks between two queries. Without a listener, the error would end the process.
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
      // `pg` removes a connection from the pool if `release` gets an error.
      connection.release(failure)
    }
  }
  const query = async (...args: Parameters<Queries['query']>) => {
    // After the end of the transaction, the pool may have given the connection to another request.
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

function withQuery(connection: PoolConnection, query: Queries['query']): PoolConnection {
  return new Proxy(connection, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    }
  })
}
