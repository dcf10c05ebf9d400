/**
 * The application, and the one file that knows all its parts. It listens to nothing, so tests make one for themselves.
 *
 *     root                     /docs, /live, /ready
 // with database
 *     │                        app.db
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
// with client
import staticFiles from '@fastify/static'
// end
import { health } from '@espalier/kit'
import { espalier, type ServerOptions } from 'espalier'
// with login
import { accountService } from './accounts/accounts.ts'
import { accountRoutes, identity, sessions } from './accounts/routes.ts'
// end
// with database
import { database } from './database.ts'
// end
import { description } from './description.ts'
import { noteService } from './notes/notes.ts'
import { noteRoutes } from './notes/routes.ts'

export interface AppOptions {
  // with database
  /** A URL of PostgreSQL; a folder; or `memory://`, for tests. */
  database: string
  // end
  // with client
  /** The folder of the page; without it there is none. */
  page?: string
  // end
  trustProxy?: ServerOptions['trustProxy']
  logger?: ServerOptions['logger']
}

// with database
export function createApp(options: AppOptions) {
  const { logger = false, trustProxy = false } = options
  // The first start makes a database.
  const app = espalier({ logger, trustProxy, pluginTimeout: 120_000 })
// end
// without database
export function createApp(options: AppOptions = {}) {
  const { logger = false, trustProxy = false } = options
  const app = espalier({
    logger,
    trustProxy
  })
// end
    .register(description)
    // with database
    .register(database, { at: options.database })
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
  if (options.page !== undefined) app.register(staticFiles, { root: options.page })
  // end
  return app
}

/** What the command line reads: `npx espalier routes src/app.ts`. */
// with database
export default () => createApp({ database: 'memory://' })
// end
// without database
export default () => createApp()
// end
