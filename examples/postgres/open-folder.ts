/** PostgreSQL inside the process, kept in a folder. */
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type AppOf, keep } from 'espalier'
import type { Database, Parsers } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'

/** Opens the database of a folder for as long as the app lives, or under `espalier dev` the apps of all saves, and takes the steps that it lacks. */
export async function openFolder(
  app: AppOf,
  folder: string,
  steps: readonly string[],
  parsers: Parsers
): Promise<Database> {
  const { db } = await keep(
    app,
    `database of ${folder}`,
    () => open(folder, parsers),
    async ({ db, unlock }) => {
      await db.close()
      unlock()
    }
  )
  await db.transaction((transaction) => migrate(transaction, steps))
  return db
}

async function open(folder: string, parsers: Parsers) {
  const unlock = await lockFolder(folder)
  try {
    return { db: await PGlite.create(join(folder, 'postgres'), { parsers }), unlock }
  } catch (error) {
    unlock()
    throw error
  }
}
