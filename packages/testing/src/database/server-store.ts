/**
 * Creates databases on a PostgreSQL server.
 *
 * A process that is killed cannot remove its databases. So database names contain the time. A later run removes databases that are older than a day.
 */
import { randomBytes } from 'node:crypto'
import { leftOpen, type Store } from './store.ts'

/** A connection to a server: a `Pool` of `pg`, or an object with the same two functions for another driver. */
export interface DatabaseConnection {
  query(statement: string): Promise<unknown>
  end(): Promise<unknown>
}

/** Connects to a URL of PostgreSQL. */
export type Connect = (url: string) => DatabaseConnection | PromiseLike<DatabaseConnection>

const dayInMs = 86_400_000
/** The real `Date.now`, because a test may stop the clock. */
const now = Date.now
const prefix = 'espalier_test_'
const pattern = /^espalier_test_([0-9a-z]+)_[0-9a-f]+$/

const insufficientPrivilege = '42501'
const objectInUse = '55006'

export class ServerStore implements Store {
  readonly #url: string
  readonly #connect: Connect
  readonly #names: string[] = []

  constructor(url: string, connect: Connect) {
    // The error message does not contain the URL, which may contain a password.
    if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url))
      throw new TypeError('databases() needs a URL such as postgres://localhost/notes as url.')
    if (typeof connect !== 'function')
      throw new TypeError(
        'databases() needs connect for a url: connect: (url) => new pg.Pool({ connectionString: url }).'
      )
    this.#url = url
    this.#connect = connect
  }

  async create(): Promise<string> {
    await this.#run(async (connection) => {
      for (const name of await this.#findOld(connection))
        await connection.query(`drop database if exists ${name}`).catch(() => {})
    })
    return this.#make('')
  }

  copy(at: string): Promise<string> {
    return this.#make(` template ${nameOf(at)}`)
  }

  async drop(): Promise<void> {
    const names = this.#names.splice(0)
    if (names.length > 0)
      await this.#run(async (connection) => {
        for (const name of names) await connection.query(`drop database if exists ${name} with (force)`)
      })
  }

  async #make(source: string): Promise<string> {
    const name = `${prefix}${now().toString(36)}_${randomBytes(6).toString('hex')}`
    await this.#run((connection) => connection.query(`create database ${name}${source}`)).catch(explain)
    this.#names.push(name)
    const url = new URL(this.#url)
    url.pathname = name
    return url.href
  }

  /** Runs work on a connection, and closes it. An open connection would keep the process alive. */
  async #run(work: (connection: DatabaseConnection) => Promise<unknown>): Promise<void> {
    const connection = await this.#connect(this.#url)
    try {
      await work(connection)
    } finally {
      await connection.end()
    }
  }

  async #findOld(connection: DatabaseConnection): Promise<readonly string[]> {
    const result = await connection.query(`select datname from pg_database where datname like '${prefix}%'`)
    const rows: readonly { datname: string }[] = Array.isArray(result) ? result : Object(result).rows
    return rows.map(({ datname }) => datname).filter((name) => isOld(name))
  }
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

function isOld(name: string): boolean {
  const [, time] = pattern.exec(name) ?? []
  return time !== undefined && now() - Number.parseInt(time, 36) > dayInMs
}

function explain(error: unknown): never {
  const { code } = Object(error)
  if (code === objectInUse) throw leftOpen(error)
  if (code === insufficientPrivilege)
    throw new Error('The role of the url may not create databases. Permit it: alter role NAME createdb.', {
      cause: error
    })
  throw error
}
