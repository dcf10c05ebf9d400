/**
 * In PostgreSQL an error of one statement aborts the whole transaction. So each statement and each transaction of the application begins with a
 * savepoint. An error rolls back to this savepoint. Savepoints can be nested but must not overlap, so concurrent calls wait for each other.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Queries {
  query(text: string, values?: unknown[]): Promise<unknown>
  exec(statements: string): Promise<unknown>
}

/**
 * A database that runs a function as a transaction: PGlite, or an application's wrapper of a pool. `transaction` calls the function with an object
 * that has the methods `query(text, values)` and `exec(statements)`.
 */
export interface Transactional {
  query(...args: never[]): Promise<unknown>
  exec(...args: never[]): Promise<unknown>
  transaction(...args: never[]): Promise<unknown>
}

/** Thrown inside the transaction of the database, to make it roll back. */
const rollback = new Error('The transaction of a test is rolled back.')

/**
 * Runs a test on a database, and rolls back all its changes. The application gets `sandboxed` as its database. Each transaction of the application
 * becomes a savepoint.
 *
 * Sequences are not rolled back, and `now()` is the same for the whole test. `close()` of `sandboxed` does nothing.
 *
 * @throws errors of the test
 * @example test('a note is kept', () => rolledBack(db, async (sandboxed) => { const app = createApp({ db: sandboxed }) … }))
 */
export async function rolledBack<Database extends Transactional, Result>(
  db: Database,
  test: (sandboxed: Database) => Promise<Result>
): Promise<Result> {
  const outcome: { result?: Result } = {}
  try {
    const work = async (queries: Queries) => {
      outcome.result = await test(sandboxOf(db, new Sandbox(queries)))
      throw rollback
    }
    await Reflect.apply(db.transaction, db, [work])
  } catch (error) {
    if (error !== rollback) throw error
  }
  return outcome.result as Result
}

function sandboxOf<Database extends Transactional>(db: Database, sandbox: Sandbox): Database {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'query' || name === 'exec')
        return (...args: [string]) => sandbox.run(({ [name]: run }) => run(...args))
      if (name === 'transaction') return (work: (queries: Queries) => Promise<unknown>) => sandbox.run(work)
      if (name === 'close') return async () => undefined
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    }
  })
}

class Sandbox {
  readonly #queries: Queries
  readonly #inside = new AsyncLocalStorage<true>()
  #last: Promise<unknown> = Promise.resolve()
  #savepoints = 0

  constructor(queries: Queries) {
    this.#queries = {
      query: (text, values) => queries.query(text, values),
      exec: (statements) => queries.exec(statements)
    }
  }

  /** Runs work in a savepoint, after all earlier work has ended. Work that other work starts gets a nested savepoint at once. */
  run<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    if (this.#inside.getStore() === true) return this.#isolated(work)
    const result = this.#last.then(() => this.#inside.run(true, () => this.#isolated(work)))
    this.#last = result.catch(() => {})
    return result
  }

  async #isolated<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    const name = `sandbox_${++this.#savepoints}`
    await this.#queries.exec(`savepoint ${name}`)
    try {
      const result = await work(this.#queries)
      await this.#queries.exec(`release savepoint ${name}`)
      return result
    } catch (error) {
      await this.#queries.exec(`rollback to savepoint ${name}; release savepoint ${name}`)
      throw error
    }
  }
}
