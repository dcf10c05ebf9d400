/**
 * A help desk for several organizations.
 *
 *     root                     app.db and the services that read it, sessions, sockets, the API's description
 *     ├── door-routes          /api/accounts, /api/session
 *     └── those who logged in  request.account
 *         ├── account-routes   /api/me, /api/orgs
 *         └── /api/orgs/:org   request.member
 *             ├── member-routes, ticket-routes, attachment-routes
 *             └── live-routes  /events, /talk
 */

import { health } from '@espalier/kit'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { espalier } from 'espalier'
import { accountService } from './accounts.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { database } from './database.ts'
import { description } from './description.ts'
import { hub } from './hub.ts'
import { accountRoutes, doorRoutes, identity, sessions } from './identity.ts'
import { journal } from './journal.ts'
import { liveRoutes, sockets } from './live-routes.ts'
import { memberRoutes, tenancy } from './tenancy.ts'
import { ticketRoutes } from './ticket-routes.ts'
import { ticketService } from './tickets.ts'

export interface HelpDeskOptions {
  /** Where the database and the attachments are kept. */
  folder: string
  /** Signs the tokens. */
  secret: string
  /** How often one address may log in or sign up. */
  loginsPerMinute: number
  /** Pages that may ask from elsewhere, by origin. */
  origins: string[]
  logLevel: string
}

export function createHelpDesk({ folder, secret, loginsPerMinute, origins, logLevel }: HelpDeskOptions) {
  return espalier({
    logger: { level: logLevel },
    // The first start makes a database.
    pluginTimeout: 120_000
  })
    .register(helmet)
    .register(cors, { origin: origins, credentials: true, methods: ['GET', 'POST', 'PUT', 'DELETE'] })
    .register(description)
    .register(database, { folder })
    .register(health, ({ db }) => ({ checks: { database: () => db.query('select 1') } }))
    .register(accountService)
    .register(journal)
    .register(ticketService)
    .register(hub)
    .register(sessions, { secret })
    .register(sockets, { options: { maxPayload: 4096 } })
    .register(doorRoutes, { loginsPerMinute })
    .register(async (context) => {
      context
        .register(identity)
        .register(accountRoutes)
        .register(
          async (org) => {
            org
              .register(tenancy)
              .register(memberRoutes)
              .register(ticketRoutes)
              .register(attachmentRoutes)
              .register(liveRoutes)
          },
          { prefix: '/api/orgs/:org' }
        )
    })
}
