/**
 * Runs a test inside a transaction that is never committed, on PostgreSQL or PGlite.
 *
 * In PostgreSQL an error of a statement aborts the whole transaction. So each statement and each transaction of the application has its own savepoint,
 * to which an error rolls back. Savepoints can nest but not overlap, so concurrent calls wait for each other.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The queries inside a transaction. */
interface Queries {
  query(text: string, values?: unknown[]): Promise<unknown>
  exec(statements: string): Promise<unknown>
}

/**
 * A database whose transactions are functions: PGlite, or an application's wrapper of a pool. The function that `transaction` takes gets an object with
 * `query(text, values)` and `exec(statements)`.
 */
export interface Transactional {
  query(...args: never[]): Promise<unknown>
  exec(...args: never[]): Promise<unknown>
  transaction(...args: never[]): Promise<unknown>
}

/** Thrown to end the transaction of a test. */
const end = new Error('The transaction of a test is rolled back.')

/**
 * Runs a test on a database, and rolls back all its changes. Pass `sandboxed` to the application: its transactions are savepoints.
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
      throw end
    }
    await Reflect.apply(db.transaction, db, [work])
  } catch (error) {
    if (error !== end) throw error
  }
  return outcome.result as Result
}

/** Returns the database with replaced members. */
function sandboxOf<Database extends Transactional>(db: Database, sandbox: Sandbox): Database {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'query' || name === 'exec')
        return (...args: [string]) => sandbox.run(({ [name]: ask }) => ask(...args))
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

  /** Runs work with a savepoint, after earlier work. Work inside other work does not wait for it. */
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
