// with login
/** Accounts and their sessions. Of passwords and tokens the database has hashes alone. */
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { httpError, shared } from 'espalier'
import { type Database, database } from '../database.ts'

export interface Account {
  id: number
  name: string
}

class Accounts {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async signUp(name: string, password: string) {
    const { rows } = await this.#db.query<Account>(
      'insert into accounts (name, password) values ($1, $2) on conflict do nothing returning id, name',
      [name, await hashPassword(password)]
    )
    const [account] = rows
    if (account === undefined) throw httpError(409, 'NAME_TAKEN', `The name ${name} has been taken.`)
    return account
  }

  async authenticate(name: string, password: string): Promise<Account> {
    const find = 'select id, name, password as hash from accounts where name = $1'
    const [found] = (await this.#db.query<Account & { hash: string }>(find, [name])).rows
    // Compared where there is no such account, too, so that the time of an answer does not tell.
    const isRight = await isPassword(password, found?.hash ?? noPassword)
    if (!isRight || found === undefined) throw httpError(401, 'BAD_CREDENTIALS', 'The name or the password is wrong.')
    return { id: found.id, name: found.name }
  }

  /** Returns the token of a new session. */
  async openSession({ id }: Account) {
    await this.#db.exec('delete from sessions where ends_at < now()')
    const token = randomBytes(32).toString('base64url')
    const insert = `insert into sessions (token, account_id, ends_at) values ($1, $2, now() + interval '30 days')`
    await this.#db.query(insert, [hashToken(token), id])
    return token
  }

  async ofSession(token: string): Promise<Account | undefined> {
    const { rows } = await this.#db.query<Account>(
      `select id, name from accounts join sessions on account_id = id where token = $1 and ends_at > now()`,
      [hashToken(token)]
    )
    return rows[0]
  }

  async closeSession(token: string) {
    await this.#db.query('delete from sessions where token = $1', [hashToken(token)])
  }
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
const noPassword = `${randomBytes(16).toString('hex')}:${randomBytes(32).toString('hex')}`

async function hashPassword(password: string) {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}:${(await derive(password, salt, 32)).toString('hex')}`
}

async function isPassword(password: string, hash: string) {
  const [salt = '', key = ''] = hash.split(':')
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'hex'), 32), Buffer.from(key, 'hex'))
}

export const accountService = shared({
  name: 'account-service',
  needs: [database],
  setup: (app) => app.decorate('accounts', new Accounts(app.db))
})
// end
