/**
 * The application, and the one file that knows all its parts. It listens to nothing, so tests make one for themselves.
 *
 *     root                     /docs, /live, /ready
 // with database
 *     │                        app.db
 // end
 // with events
 *     │                        app.hub
 // end
 // with login
 *     ├── account-routes       /api/accounts, /api/session
 *     └── those who logged in  request.account
 *         └── note-routes      /api/notes
 // end
 // without login
 *     └── note-routes          /api/notes
 // end
 */
import { health, type SettingsOf } from '@espalier/kit'
// with client
import staticFiles from '@fastify/static'
// end
import { espalier } from 'espalier'
// with login
import { accountService } from './accounts/accounts.ts'
import { accountRoutes, identity, sessions } from './accounts/routes.ts'
// end
// with database
import { database } from './database.ts'
// end
import { description } from './description.ts'
// with events
import { hub } from './hub.ts'
// end
import { noteService } from './notes/notes.ts'
import { noteRoutes } from './notes/routes.ts'
import { appSettings } from './settings.ts'

// with client
/** @param page the folder of the page; no page is served without it */
export function createApp(env: SettingsOf<typeof appSettings>, page?: string) {
// end
// without client
export function createApp(env: SettingsOf<typeof appSettings>) {
// end
  const app = espalier({
    logger: { level: env.LOG_LEVEL },
    // with database
    // The first start makes a database.
    pluginTimeout: 120_000,
    // end
    // No request keeps the process longer when it ends.
    handlerTimeout: 20_000,
    trustProxy: env.TRUST_PROXY ?? false
  })
    .register(description)
    // with database
    .register(database, { at: env.DATABASE_URL?.reveal() ?? env.DATA })
    .register(health, ({ db }) => ({ checks: { database: () => db.query('select 1') } }))
    // end
    // without database
    .register(health)
    // end
    // with login
    .register(accountService)
    .register(sessions)
    .register(accountRoutes)
    // end
    // with events
    .register(hub)
    // end
    .register(noteService)
    // with login
    .register(async (context) => {
      context.register(identity).register(noteRoutes)
    })
    // end
    // without login
    .register(noteRoutes)
    // end
  // with client
  if (page !== undefined) app.register(staticFiles, { root: page })
  // end
  return app
}

/** An app for the command line and for tests. A new setting without a default gets its value here. */
// with database
export default () => {
  const { TEST_DATABASE_URL: DATABASE_URL } = process.env
  return createApp(appSettings.of({ DATA: 'memory://', LOG_LEVEL: 'silent', ...(DATABASE_URL && { DATABASE_URL }) }))
}
// end
// without database
export default () => createApp(appSettings.of({ LOG_LEVEL: 'silent' }))
// end
