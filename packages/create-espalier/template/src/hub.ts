// with events
/** The events of the application. A reader that comes back gets those that it missed. */
// with database
import { createHub, topic } from '@espalier/events'
import { postgresLog } from '@espalier/events/postgres'
import { every } from '@espalier/kit'
import { shared } from 'espalier'
import { database } from './database.ts'
// end
// without database
import { createHub, memoryLog, topic } from '@espalier/events'
import { keep, shared } from 'espalier'
// end
import { Note, noteEvents } from './notes/contract.ts'

// with login
/** The notes that were written; a topic for each account. */
// end
// without login
/** The notes that were written. */
// end
export const written = topic('notes', noteEvents, { schemas: [Note] })

// with database
/** In milliseconds: a reader that comes back later is sent `reset`. */
const week = 7 * 24 * 3_600_000

/** Its log is two tables of the database, which every process reads. */
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
// end
// without database
/** Its log is in memory, for one process. `espalier dev` makes the app anew at every save, and the hub once. */
export const hub = shared({
  name: 'hub',
  setup: async (app) => app.decorate('hub', await keep(app, 'hub', () => createHub(memoryLog()), (hub) => hub.close()))
})
// end
// end
