/** PostgreSQL inside the process, kept in a folder. */
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import type { AppOf } from 'espalier'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'

/** Opens the database of a folder for as long as the app lives, and takes the steps that it lacks. */
export async function openFolder(
  app: AppOf,
  folder: string,
  steps: readonly string[],
  options?: PGliteOptions
): Promise<PGlite> {
  const unlock = await lockFolder(folder)
  app.addHook('onClose', unlock)
  const db = await PGlite.create(join(folder, 'postgres'), options)
  app.addHook('onClose', () => db.close())
  await migrate(db, steps)
  return db
}
