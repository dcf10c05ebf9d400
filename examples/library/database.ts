/** PostgreSQL inside the process, kept in a folder. */
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { shared } from 'espalier'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrations.ts'

export const database = shared({
  name: 'database',
  setup: async (app, { folder }: { folder: string }) => {
    const unlock = await lockFolder(folder)
    app.addHook('onClose', unlock)
    const db = await PGlite.create(join(folder, 'postgres'), {
      // A day stays the text it is; a Date would add an hour and a time zone.
      parsers: { [types.DATE]: (day) => day }
    })
    app.addHook('onClose', () => db.close())
    await migrate(db)
    return app.decorate('db', db)
  }
})
