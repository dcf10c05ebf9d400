/**
 * A lending library. Its contexts, each seeing what the ones above it declare:
 *
 *     root               schemas, app.today, app.db, the last error handler
 *     ├── catalogue      /books: open to everyone
 *     ├── membership     /me: request.member, who showed a card
 *     └── staff          /staff: behind a bearer token
 *         ├── bookkeeping   /staff/books
 *         ├── enrolment     /staff/members
 *         └── reports       /staff/reports
 */
import { espalier } from 'espalier'
import { calendar } from './calendar.ts'
import { catalogue } from './catalogue.ts'
import { database } from './database.ts'
import { errors } from './errors.ts'
import { membership } from './membership.ts'
import { schemas } from './schemas.ts'
import type { Settings } from './settings.ts'
import { staff } from './staff.ts'

export function createLibrary(env: Settings) {
  return espalier({
    logger: { level: env.LOG_LEVEL },
    bodyLimit: 16_384,
    // The first start makes a database.
    pluginTimeout: 120_000
  })
    .register(errors)
    .register(schemas)
    .register(calendar, { today: env.LIBRARY_TODAY })
    .register(database, { folder: env.LIBRARY_DATA, env })
    .register(catalogue)
    .register(membership, { prefix: '/me' })
    .register(staff, { prefix: '/staff', token: env.LIBRARY_STAFF_TOKEN })
}
