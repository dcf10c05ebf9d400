/** The members' table, and who of them is asking. */
import { guard, httpError, shared, value } from 'espalier'
import type { Database } from '../postgres/database.ts'
import { onlyRow } from '../postgres/rows.ts'
import { database } from './database.ts'
import type { Member, NewMember } from './schemas.ts'

/** Lets requests pass that show a member's card, and tells the routes below whose it is. */
export const identity = shared({
  name: 'identity',
  needs: [database],
  setup: (app) => {
    const requireMember = guard<{ request: { member: Member } }>()(async (request) => {
      const { rows } = await app.db.sql<Member>`select * from members where card = ${request.headers['library-card']}`
      request.member = rows[0]
      if (!request.member) throw httpError(401, 'NO_CARD', 'Show a valid card in the header Library-Card.')
    })
    return app.decorateRequest('member', value<Member | null>(null)).addHook('onRequest', requireMember)
  }
})

export async function findMember(db: Database, id: number) {
  const { rows } = await db.sql<Member>`select * from members where id = ${id}`
  return rows[0] ?? refuseMember(id)
}

export async function addMember(db: Database, { name, card }: NewMember) {
  const inserted = await db.sql<Member>`insert into members (name, card) values (${name}, ${card}) returning *`
  return onlyRow(inserted)
}

export async function removeMember(db: Database, id: number) {
  const { affectedRows } = await db.sql`delete from members where id = ${id}`
  if (affectedRows === 0) refuseMember(id)
}

function refuseMember(id: number): never {
  throw httpError(404, 'NO_SUCH_MEMBER', `There is no member ${id}.`)
}
