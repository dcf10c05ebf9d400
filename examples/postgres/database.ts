/** PostgreSQL as the examples use it: a server of its own, or one inside the process, which keeps its data in a folder. */
import type { PostgresDatabase } from '@espalier/events/postgres'
import { type SettingsOf, secret, settings } from '@espalier/kit'
import { type AppOf, Type, withDefault } from 'espalier'
import { openFolder } from './open-folder.ts'
import { openServer } from './server.ts'

export interface Result<Row> {
  readonly rows: Row[]
  /** Of a statement that changes rows: how many. */
  readonly affectedRows?: number
}

/** Runs statements: the database, or a transaction in it. */
export interface Queries {
  /** Values become parameters, and templates of `sql` become parts of the statement. */
  sql<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Result<Row>>
  query<Row>(text: string, values?: unknown[]): Promise<Result<Row>>
  /** Runs several statements without values. */
  exec(text: string): Promise<unknown>
}

export type Database = Queries &
  PostgresDatabase & {
    /** Commits when the function resolves, and rolls back when it rejects. */
    transaction<Value>(work: (transaction: Queries) => Promise<Value>): Promise<Value>
  }

/** Functions that read a value's text, by the number of its type in PostgreSQL. */
export type Parsers = Readonly<Record<number, (text: string) => unknown>>

export const databaseSettings = settings({
  /** A server, as postgres://user:password@host:5432/name. Without it the database is kept in a folder, for one process. */
  DATABASE_URL: secret(Type.Optional(Type.String({ pattern: '^postgres(?:ql)?://' }))),
  /** The most connections of a process to the server. One listens for events. */
  DATABASE_POOL_SIZE: withDefault(Type.Integer({ minimum: 2 }), 10)
})

export type DatabaseSettings = SettingsOf<typeof databaseSettings>

export interface DatabaseOptions {
  readonly env: DatabaseSettings
  /** For a database without a server. */
  readonly folder: string
  /** Statements that lead to the tables of the application. */
  readonly steps: readonly string[]
  readonly parsers: Parsers
}

/**
 * Opens a database for as long as the app lives.
 *
 * @throws UnusableDatabaseError when it is away, or of another version
 */
export function openDatabase(app: AppOf, { env, folder, steps, parsers }: DatabaseOptions): Promise<Database> {
  const url = env.DATABASE_URL?.reveal()
  if (url === undefined) return openFolder(app, folder, steps, parsers)
  return openServer(app, { url, poolSize: env.DATABASE_POOL_SIZE }, steps, parsers)
}
