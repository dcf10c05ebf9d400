/** The tickets' table. A customer sees the tickets that are theirs, an agent all of the organization. */

import { sql } from '@electric-sql/pglite/template'
import type { EventHub } from '@espalier/events'
import { httpError, shared } from 'espalier'
import type { Database, Queries } from '../postgres/database.ts'
import { onlyRow } from '../postgres/rows.ts'
import type { Member } from './accounts.ts'
import { database } from './database.ts'
import { hub, news } from './hub.ts'
import type { Attachment, News, NewTicket, Status, Summary, Ticket } from './schemas.ts'

export interface Query {
  status?: Status
  search?: string
  sort: keyof typeof orders
  page: number
  size: number
}

const orders = {
  newest: sql`tickets.id desc`,
  oldest: sql`tickets.id`,
  title: sql`title, tickets.id`
}

class Tickets {
  readonly #db: Database
  readonly #hub: EventHub<Queries>

  constructor(db: Database, hub: EventHub<Queries>) {
    this.#db = db
    this.#hub = hub
  }

  async list({ status, search, sort, page, size }: Query, member: Member) {
    const found = sql`from tickets join accounts on accounts.id = customer_id
      where ${seenBy(member)} and (${status}::text is null or status = ${status})
      and (${search}::text is null or words @@ websearch_to_tsquery('english', ${search}))`
    const { rows: items } = await this.#db.sql<Summary>`
      select ${summary} ${found} order by ${orders[sort]} limit ${size} offset ${(page - 1) * size}`
    const { total } = onlyRow(await this.#db.sql<{ total: number }>`select count(*)::int as total ${found}`)
    return { items, total }
  }

  async open({ title, text }: NewTicket, member: Member, transaction: Queries) {
    const inserted = await transaction.sql<{ id: number }>`
      insert into tickets (org_id, customer_id, title, text) values (${member.orgId}, ${member.id}, ${title}, ${text})
      returning id`
    return this.#tell('opened', onlyRow(inserted).id, member, transaction)
  }

  async read(id: number, member: Member, queries: Queries = this.#db) {
    const { rows } = await queries.sql<Ticket>`
      select ${summary}, tickets.text,
        (select coalesce(json_agg(json_build_object(
           'author', authors.name, 'text', comments.text, 'createdAt', comments.created_at) order by comments.id), '[]')
         from comments join accounts as authors on authors.id = author_id where ticket_id = tickets.id) as comments,
        (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'bytes', bytes) order by name), '[]')
         from attachments where ticket_id = tickets.id) as attachments
      from tickets join accounts on accounts.id = customer_id where tickets.id = ${id} and ${seenBy(member)}`
    return rows[0] ?? refuse('NO_SUCH_TICKET', `There is no ticket ${id}.`)
  }

  mark(id: number, status: Status, member: Member) {
    return this.#db.transaction(async (transaction) => {
      await transaction.sql`
        update tickets set status = ${status} where tickets.id = ${id} and ${seenBy(member)}`
      return this.#tell(status, id, member, transaction)
    })
  }

  async comment(id: number, text: string, member: Member, transaction: Queries) {
    await transaction.sql`
      insert into comments (ticket_id, author_id, text)
      select tickets.id, ${member.id}, ${text} from tickets where tickets.id = ${id} and ${seenBy(member)}`
    return this.#tell('commented', id, member, transaction)
  }

  /** Appends in the transaction of a change what happened to a ticket, last, because the next writer of the organization waits from here to the commit. */
  async #tell(what: News['what'], id: number, member: Member, transaction: Queries) {
    const ticket = await this.read(id, member, transaction)
    await this.#hub.append(news.of(member.orgId), { event: 'news', data: { what, ticket: id } }, transaction)
    return ticket
  }

  async attach(ticketId: number, { id, name, bytes }: Attachment, transaction: Queries) {
    await transaction.sql`
      insert into attachments (id, ticket_id, name, bytes) values (${id}, ${ticketId}, ${name}, ${bytes})`
  }

  async attachment(ticketId: number, id: string, member: Member) {
    const { attachments } = await this.read(ticketId, member)
    return attachments.find((each) => each.id === id) ?? refuse('NO_SUCH_FILE', `Ticket ${ticketId} has no such file.`)
  }
}

export const ticketService = shared({
  name: 'ticket-service',
  needs: [database, hub],
  setup: (app) => app.decorate('tickets', new Tickets(app.db, app.hub))
})

const summary = sql`tickets.id, title, status, accounts.name as customer, tickets.created_at as "createdAt"`

function seenBy({ orgId, id, role }: Member) {
  return sql`org_id = ${orgId} and (${role} = 'agent' or customer_id = ${id})`
}

function refuse(code: string, message: string): never {
  throw httpError(404, code, message)
}
