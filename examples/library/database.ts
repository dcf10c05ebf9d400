/** The library's database. */
import { types } from '@electric-sql/pglite'
import { shared } from 'espalier'
import { openFolder } from '../postgres/open-folder.ts'
import { migrations } from './migrations.ts'

export const database = shared({
  name: 'database',
  setup: async (app, { folder }: { folder: string }) => {
    // A day stays the text it is; a Date would add an hour and a time zone.
    const db = await openFolder(app, folder, migrations, { parsers: { [types.DATE]: (day) => day } })
    return app.decorate('db', db)
  }
})
