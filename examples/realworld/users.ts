/** The users' table. */
import { httpError, shared } from 'espalier'
import type { Database } from '../postgres/database.ts'
import { isDatabaseError } from '../postgres/database-error.ts'
import { onlyRow } from '../postgres/rows.ts'
import { database } from './database.ts'
import { hashPassword, isPassword, noPassword } from './passwords.ts'
import type { Credentials, NewUser, UserChanges } from './schemas.ts'

export interface User {
  id: number
  username: string
  email: string
  bio: string
  image: string
}

class Users {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async find(id: number) {
    const { rows } = await this.#db.sql<User>`select id, username, email, bio, image from users where id = ${id}`
    return rows[0]
  }

  async register({ username, email, password }: NewUser) {
    const hash = await hashPassword(password)
    const inserted = this.#db.sql<User>`
      insert into users (username, email, password) values (${username}, ${email}, ${hash})
      returning id, username, email, bio, image`
    return onlyRow(await inserted.catch(refuseTaken))
  }

  async authenticate({ email, password }: Credentials) {
    const { rows } = await this.#db.sql<User & { hash: string }>`
      select id, username, email, bio, image, password as hash from users where email = ${email}`
    const { hash, ...user } = rows[0] ?? { hash: noPassword }
    const isRight = await isPassword(password, hash)
    if (!isRight || !('id' in user)) throw httpError(401, 'BAD_CREDENTIALS', 'email or password is invalid')
    return user
  }

  async update({ id }: User, { username, email, password, bio, image }: UserChanges) {
    const hash = password && (await hashPassword(password))
    const updated = this.#db.sql<User>`
      update users set
        username = coalesce(${username}, username), email = coalesce(${email}, email),
        password = coalesce(${hash}, password), bio = coalesce(${bio}, bio), image = coalesce(${image}, image)
      where id = ${id}
      returning id, username, email, bio, image`
    return onlyRow(await updated.catch(refuseTaken))
  }
}

export const users = shared({
  name: 'users',
  needs: [database],
  setup: (app) => app.decorate('users', new Users(app.db))
})

const taken = new Map([
  ['users_username_key', 'username has already been taken'],
  ['users_email_key', 'email has already been taken']
])

function refuseTaken(error: unknown): never {
  const message = isDatabaseError(error) && taken.get(error.constraint ?? '')
  throw message ? httpError(422, 'TAKEN', message, { cause: error }) : error
}
