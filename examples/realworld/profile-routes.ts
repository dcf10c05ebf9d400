/** Profiles, and following them. */
import { plugin } from 'espalier'
import { authentication, requireUser } from './authentication.ts'
import { follow, getProfile, unfollow } from './endpoints.ts'
import { profiles } from './profiles.ts'
import { schemas } from './schemas.ts'

export const profileRoutes = plugin({
  name: 'profile-routes',
  needs: [schemas, profiles, authentication],
  setup: (app) => {
    app.route(getProfile, async ({ params, user }) => ({ profile: await app.profiles.find(params.username, user) }))

    app.route(follow, { onRequest: requireUser }, async ({ params, user }) => ({
      profile: await app.profiles.follow(params.username, user)
    }))

    app.route(unfollow, { onRequest: requireUser }, async ({ params, user }) => ({
      profile: await app.profiles.unfollow(params.username, user)
    }))
  }
})
