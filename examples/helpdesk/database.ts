/** The help desk's database, and the folder beside it for what people attach. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { types } from '@electric-sql/pglite'
import { shared } from 'espalier'
import { type DatabaseSettings, openDatabase } from '../postgres/database.ts'
import { migrations } from './migrations.ts'

export const database = shared({
  name: 'database',
  setup: async (app, { folder, env }: { folder: string; env: DatabaseSettings }) => {
    const files = join(folder, 'attachments')
    await mkdir(files, { recursive: true })
    const db = await openDatabase(app, {
      env,
      folder,
      steps: migrations,
      parsers: { [types.TIMESTAMPTZ]: (time) => new Date(time).toISOString() }
    })
    return app.decorate('db', db).decorate('files', files)
  }
})
