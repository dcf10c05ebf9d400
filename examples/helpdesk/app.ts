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
import { answerUnavailable, health, overload } from '@espalier/kit'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { espalier } from 'espalier'
import { signingSecret } from '../signing-secret.ts'
import { accountRoutes } from './account-routes.ts'
import { accountService } from './accounts.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { database } from './database.ts'
import { description } from './description.ts'
import { endedSessions } from './ended-sessions.ts'
import { hub } from './hub.ts'
import { doorRoutes, identity, sessions } from './identity.ts'
import { liveRoutes, sockets } from './live-routes.ts'
import { metrics } from './metrics.ts'
import { proxyOptions, requestIds } from './proxy.ts'
import { redis } from './redis.ts'
import { repeats } from './repeats.ts'
import type { HelpDeskSettings } from './settings.ts'
import { memberRoutes, tenancy } from './tenancy.ts'
import { ticketRoutes } from './ticket-routes.ts'
import { ticketService } from './tickets.ts'

export function createHelpDesk(env: HelpDeskSettings) {
  return (
    espalier({
      logger: { level: env.LOG_LEVEL },
      // Shorter than a balancer waits, and the longest part of the time that a restart takes: examples/deploy.
      handlerTimeout: 10_000,
      ...proxyOptions(env),
      // The first start makes a database.
      pluginTimeout: 120_000
    })
      // More requests than the pool answers in time help none of them. PGlite computes in the process, so a turn may be long.
      .register(overload, { inFlight: env.DATABASE_POOL_SIZE * 10, turn: 10_000 })
      .setErrorHandler(answerUnavailable)
      .register(requestIds)
      .register(helmet)
      .register(cors, { origin: env.HELPDESK_ORIGINS, credentials: true, methods: ['GET', 'POST', 'PUT', 'DELETE'] })
      .register(description)
      .register(metrics)
      .register(database, { folder: env.HELPDESK_DATA, env })
      .register(health, ({ db }) => ({ checks: { database: () => db.query('select 1') } }))
      .register(redis, { url: env.REDIS_URL?.reveal() })
      .register(endedSessions)
      .register(accountService)
      .register(hub)
      .register(ticketService)
      .register(sessions, { secret: signingSecret('HELPDESK_SECRET', env.HELPDESK_SECRET, env) })
      .register(sockets, { options: { maxPayload: 4096 } })
      .register(doorRoutes, { loginsPerMinute: env.HELPDESK_LOGINS_PER_MINUTE })
      .register(async (context) => {
        context
          .register(identity)
          .register(repeats)
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
  )
}
