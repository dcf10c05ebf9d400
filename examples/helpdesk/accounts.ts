/** Accounts: who they are, and the organizations that they belong to. */
import { httpError, shared } from 'espalier'
import type { Database, Queries } from '../postgres/database.ts'
import { isDatabaseError } from '../postgres/database-error.ts'
import { onlyRow } from '../postgres/rows.ts'
import { hashPassword, isPassword, noPassword } from '../realworld/passwords.ts'
import { database } from './database.ts'
import type { Credentials, Membership, NewOrg, Role } from './schemas.ts'

/** Who has logged in, as a token says it. */
export interface Account {
  id: number
  name: string
}

/** An account in an organization. */
export interface Member extends Account {
  orgId: number
  role: Role
}

class Accounts {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async signUp({ name, password }: Credentials) {
    const hash = await hashPassword(password)
    const inserted = this.#db.sql<Account>`
      insert into accounts (name, password) values (${name}, ${hash}) returning id, name`
    return onlyRow(await inserted.catch(refuseTaken))
  }

  async authenticate({ name, password }: Credentials): Promise<Account> {
    const { rows } = await this.#db.sql<Account & { hash: string }>`
      select id, name, password as hash from accounts where name = ${name}`
    const [found] = rows
    const isRight = await isPassword(password, found?.hash ?? noPassword)
    if (!isRight || !found) throw httpError(401, 'BAD_CREDENTIALS', 'The name or the password is wrong.')
    return { id: found.id, name: found.name }
  }

  async orgsOf({ id }: Account) {
    const { rows } = await this.#db.sql<Membership>`
      select slug, title, role from members join orgs on orgs.id = org_id where account_id = ${id} order by slug`
    return rows
  }

  /** Makes an organization with its first agent. */
  async found({ slug, title }: NewOrg, { id }: Account, transaction: Queries): Promise<Membership> {
    const inserted = transaction.sql`
      with org as (insert into orgs (slug, title) values (${slug}, ${title}) returning id)
      insert into members (org_id, account_id, role) select org.id, ${id}, 'agent' from org`
    await inserted.catch(refuseTaken)
    return { slug, title, role: 'agent' }
  }

  /** Whoever asks is told the same of an organization that is not there and of one that is none of theirs. */
  async memberOf(slug: string, { id, name }: Account): Promise<Member> {
    const { rows } = await this.#db.sql<{ orgId: number; role: Role }>`
      select org_id as "orgId", role from members join orgs on orgs.id = org_id
      where slug = ${slug} and account_id = ${id}`
    if (!rows[0]) throw httpError(404, 'NO_SUCH_ORG', `There is no organization ${slug}.`)
    return { ...rows[0], id, name }
  }

  async appoint(orgId: number, name: string, role: Role) {
    const { affectedRows } = await this.#db.sql`
      insert into members (org_id, account_id, role) select ${orgId}, id, ${role} from accounts where name = ${name}
      on conflict (org_id, account_id) do update set role = excluded.role`
    if (affectedRows === 0) throw httpError(404, 'NO_SUCH_ACCOUNT', `There is no account ${name}.`)
  }
}

export const accountService = shared({
  name: 'account-service',
  needs: [database],
  setup: (app) => app.decorate('accounts', new Accounts(app.db))
})

function refuseTaken(error: unknown): never {
  const isTaken = isDatabaseError(error) && error.code === '23505'
  throw isTaken ? httpError(409, 'TAKEN', 'This name has been taken.', { cause: error }) : error
}
