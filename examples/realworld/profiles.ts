/** Users as others see them, and who follows whom. */
import { httpError, shared } from 'espalier'
import type { Database } from '../postgres/database.ts'
import { database } from './database.ts'
import type { Profile } from './schemas.ts'
import type { User } from './users.ts'

class Profiles {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async find(username: string, viewer: User | null) {
    const { rows } = await this.#db.sql<{ profile: Profile }>`
      select profile_of(users, ${viewer?.id}) as profile from users where username = ${username}`
    return rows[0]?.profile ?? refuseUser(username)
  }

  async follow(username: string, follower: User) {
    if (username === follower.username) throw httpError(422, 'FOLLOWS_SELF', 'nobody follows themselves')
    await this.#db.sql`
      insert into follows (follower_id, followed_id) select ${follower.id}, id from users where username = ${username}
      on conflict do nothing`
    return this.find(username, follower)
  }

  async unfollow(username: string, follower: User) {
    await this.#db.sql`
      delete from follows using users
      where follower_id = ${follower.id} and followed_id = users.id and username = ${username}`
    return this.find(username, follower)
  }
}

export const profiles = shared({
  name: 'profiles',
  needs: [database],
  setup: (app) => app.decorate('profiles', new Profiles(app.db))
})

function refuseUser(username: string): never {
  throw httpError(404, 'NO_USER', `there is no user ${username}`)
}
