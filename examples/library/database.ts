/** The library's database. */
import { types } from '@electric-sql/pglite'
import { shared } from 'espalier'
import { type DatabaseSettings, openDatabase } from '../postgres/database.ts'
import { migrations } from './migrations.ts'

export const database = shared({
  name: 'database',
  setup: async (app, { folder, env }: { folder: string; env: DatabaseSettings }) => {
    // A day stays the text it is; a Date would add an hour and a time zone.
    const db = await openDatabase(app, {
      env,
      folder,
      steps: migrations,
      parsers: { [types.DATE]: (day) => day }
    })
    return app.decorate('db', db)
  }
})
