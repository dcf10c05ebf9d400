/** Conduit's database. */
import { types } from '@electric-sql/pglite'
import { shared } from 'espalier'
import { openFolder } from '../postgres/open-folder.ts'
import { migrations } from './migrations.ts'

export const database = shared({
  name: 'database',
  setup: async (app, { folder }: { folder: string }) => {
    const db = await openFolder(app, folder, migrations, {
      parsers: { [types.TIMESTAMPTZ]: (time) => new Date(time).toISOString() }
    })
    return app.decorate('db', db)
  }
})
