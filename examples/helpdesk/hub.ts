/** What goes on in an organization, kept in the database: readers in every process get it, and one that comes back has missed nothing. */
import { createHub, topic } from '@espalier/events'
import { postgresLog } from '@espalier/events/postgres'
import { every } from '@espalier/kit'
import { events, shared, Type } from 'espalier'
import { database } from './database.ts'
import { newsStream } from './endpoints.ts'
import { News } from './schemas.ts'

/** What happened to tickets; a topic for each organization. */
export const news = topic('news', newsStream, { schemas: [News] })

/** Lines that agents say to each other; a topic for each organization. */
export const talk = topic('talk', events({ said: Type.String() }))

/** In milliseconds: a reader that comes back later is sent `reset`. */
const week = 7 * 24 * 3_600_000

export const hub = shared({
  name: 'hub',
  needs: [database],
  setup: async (app) => {
    const log = postgresLog(app.db, { maxAge: week })
    await log.prepare()
    const hub = createHub(log, { onSlow: (trouble) => app.log.warn(trouble, 'events are held up') })
    every(app, 60_000, function removeOldEvents() {
      return log.prune()
    })
    app.addHook('onClose', async () => {
      hub.close()
      await log.close()
    })
    return app.decorate('hub', hub)
  }
})
