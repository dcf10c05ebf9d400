/** The servers that all experiments share: PostgreSQL, Redis, and a folder. Each experiment has a database of its own. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../servers/postgres.mjs'
import { startRedis } from '../servers/redis.mjs'
import { tool } from '../servers/tool.mjs'

export async function createWorld() {
  // Before anything starts, so that a missing program leaves nothing behind.
  for (const name of ['nginx', 'redis-server', 'openssl']) tool(name)
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'))
  const folderOf = (name) => {
    mkdirSync(join(folder, name), { recursive: true })
    return join(folder, name)
  }
  const postgres = await startPostgres()
  const redis = await startRedis(folderOf('redis'))
  return {
    postgres,
    redis,
    folderOf,
    /** Makes a database; resolves to its address. */
    async database(name) {
      await query(postgres.url, `create database ${name}`)
      const url = postgres.url.replace(/postgres$/, name)
      await query(url, 'create table notes (text text not null)')
      return url
    },
    async close() {
      await redis.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true })
    }
  }
}

/** Runs a statement on a connection of its own; resolves to its rows. */
export async function query(connectionString, text, values) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
