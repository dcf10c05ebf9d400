/**
 * Conduit, the blog of the RealWorld project, as openapi.yml describes it.
 *
 *     root                  schemas, app.db and what reads it, request.user, the last error handler
 *     ├── account-routes    /api/users, /api/user
 *     ├── profile-routes    /api/profiles
 *     ├── article-routes    /api/articles, /api/tags
 *     └── comment-routes    /api/articles/:slug/comments
 */
import cors from '@fastify/cors'
import { espalier } from 'espalier'
import { signingSecret } from '../signing-secret.ts'
import { accountRoutes } from './account-routes.ts'
import { articleRoutes } from './article-routes.ts'
import { articles } from './articles.ts'
import { authentication } from './authentication.ts'
import { commentRoutes } from './comment-routes.ts'
import { comments } from './comments.ts'
import { database } from './database.ts'
import { errors } from './errors.ts'
import { profileRoutes } from './profile-routes.ts'
import { profiles } from './profiles.ts'
import { schemas } from './schemas.ts'
import type { ConduitSettings } from './settings.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

export function createConduit(env: ConduitSettings) {
  return (
    espalier({
      logger: { level: env.LOG_LEVEL },
      routerOptions: { maxParamLength: 250 },
      // The first start makes a database.
      pluginTimeout: 120_000
    })
      // Any site may be a client: who is asking is said by a header, not by a cookie.
      .register(cors, { methods: ['GET', 'POST', 'PUT', 'DELETE'] })
      .register(errors)
      .register(schemas)
      .register(database, { folder: env.CONDUIT_DATA, env })
      .register(users)
      .register(profiles)
      .register(articles)
      .register(comments)
      .register(tokens, { secret: signingSecret('CONDUIT_SECRET', env.CONDUIT_SECRET, env) })
      .register(authentication)
      .register(accountRoutes, { loginsPerMinute: env.CONDUIT_LOGINS_PER_MINUTE })
      .register(profileRoutes)
      .register(articleRoutes)
      .register(commentRoutes)
  )
}
