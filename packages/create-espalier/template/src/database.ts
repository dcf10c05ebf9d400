// with database
/** PostgreSQL: a server, or one inside this process that keeps its data in a folder. */
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { connect as connectTo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { SettingsError } from '@espalier/kit'
import { keep, shared } from 'espalier'
import pg from 'pg'
import { migrations } from './migrations.ts'

export interface Queries {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
  /** Runs statements without values. */
  exec(statements: string): Promise<unknown>
}

/** A pool of `pg` or a PGlite, so what takes either takes this, too. */
export type Database = Queries &
  (Pick<pg.Pool, 'connect'> | Pick<PGlite, 'listen'>) & {
    /** Everything that is asked by the given queries happens, or nothing of it. */
    transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  }

export const database = shared({
  name: 'database',
  setup: async (app, { at }: { at: string }) => {
    const isServer = /^postgres(ql)?:/.test(at)
    // `espalier dev` makes the app anew at every save, and this once.
    const { db }: { db: Database } = await keep(
      app,
      `database ${at}`,
      async () => (isServer ? connect(at, (error) => app.log.error(error)) : await open(at)),
      ({ close }) => close()
    )
    await migrate(db)
    return app.decorate('db', db)
  }
})

/** Takes the steps that this database has not taken yet. Of two processes that start at once, one waits. */
async function migrate(db: Database) {
  await db.transaction(async (queries) => {
    await queries.exec('select pg_advisory_xact_lock(1)')
    await queries.exec('create table if not exists migrations (step int primary key)')
    const { rows } = await queries.query<{ step: number }>('select step from migrations')
    const taken = new Set(rows.map(({ step }) => step))
    for (const [step, statements] of migrations.entries()) {
      if (taken.has(step)) continue
      await queries.exec(statements)
      await queries.query('insert into migrations values ($1)', [step])
    }
  })
}

function connect(connectionString: string, onError: (error: Error) => void) {
  const pool = new pg.Pool({ connectionString })
  // A connection that breaks says so by an event, which ends the process where nothing listens. The pool replaces it.
  pool.on('error', onError)
  const transaction = async <Result>(work: (queries: Queries) => Promise<Result>) => {
    const client = await pool.connect()
    client.on('error', onError)
    let broken = false
    try {
      await client.query('begin')
      const result = await work(withExec(client))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true
      })
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }
  return { db: Object.assign(withExec(pool), { transaction }), close: () => pool.end() }
}

const withExec = <Runner extends pg.Pool | pg.PoolClient>(runner: Runner) =>
  Object.assign(runner, { exec: (statements: string) => runner.query(statements) })

async function open(folder: string) {
  const isKept = folder !== 'memory://'
  const unlock = isKept ? await lock(folder) : () => undefined
  const db = await PGlite.create(isKept ? join(folder, 'postgres') : folder)
  return { db, close: () => db.close().then(unlock) }
}

/** A second process would destroy the folder. The system closes this socket however the first one ends; a file would outlive it. */
async function lock(folder: string) {
  await mkdir(folder, { recursive: true })
  const isWindows = process.platform === 'win32'
  const place = isWindows ? join('\\\\?\\pipe', resolve(folder)) : join(folder, 'owner.sock')
  if (await isAnswered(place))
    throw new SettingsError([`DATA: another process has the folder ${folder} open. End it first.`])
  if (!isWindows) await rm(place, { force: true })
  const server = createServer((socket) => socket.destroy()).listen(place)
  await once(server, 'listening')
  return () => void server.close()
}

async function isAnswered(place: string) {
  const socket = connectTo(place)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
// end
