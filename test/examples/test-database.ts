// A database for the tests of one file: PGlite in a folder, or a new one on the server that TEST_DATABASE_URL names.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const server = process.env.TEST_DATABASE_URL

/** Whether the tests have a database server, which some tests need. */
export const hasServer = server !== undefined

/** @param name begins the names of the folder and of the database */
export async function createTestDatabase(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (server === undefined) return { folder, env: {}, drop: async () => removeFolder() }
  const database = `${name}_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${database}`)
  return {
    folder,
    env: { DATABASE_URL: Object.assign(new URL(server), { pathname: database }).href },
    drop: async () => {
      removeFolder()
      await onServer(`drop database ${database} with (force)`)
    }
  }
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
