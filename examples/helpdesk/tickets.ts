/** The tickets' table. A customer sees the tickets that are theirs, an agent all of the organization. */
import type { PGlite } from '@electric-sql/pglite'
import { sql } from '@electric-sql/pglite/template'
import { httpError, shared } from 'espalier'
import { onlyRow } from '../postgres/rows.ts'
import type { Member } from './accounts.ts'
import { database } from './database.ts'
import type { Attachment, NewTicket, Status, Summary, Ticket } from './schemas.ts'

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
  readonly #db: PGlite

  constructor(db: PGlite) {
    this.#db = db
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

  async open({ title, text }: NewTicket, member: Member) {
    const inserted = await this.#db.sql<{ id: number }>`
      insert into tickets (org_id, customer_id, title, text) values (${member.orgId}, ${member.id}, ${title}, ${text})
      returning id`
    return this.read(onlyRow(inserted).id, member)
  }

  async read(id: number, member: Member) {
    const { rows } = await this.#db.sql<Ticket>`
      select ${summary}, tickets.text,
        (select coalesce(json_agg(json_build_object(
           'author', authors.name, 'text', comments.text, 'createdAt', comments.created_at) order by comments.id), '[]')
         from comments join accounts as authors on authors.id = author_id where ticket_id = tickets.id) as comments,
        (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'bytes', bytes) order by name), '[]')
         from attachments where ticket_id = tickets.id) as attachments
      from tickets join accounts on accounts.id = customer_id where tickets.id = ${id} and ${seenBy(member)}`
    return rows[0] ?? refuse('NO_SUCH_TICKET', `There is no ticket ${id}.`)
  }

  async mark(id: number, status: Status, member: Member) {
    await this.#db.sql`update tickets set status = ${status} where tickets.id = ${id} and ${seenBy(member)}`
    return this.read(id, member)
  }

  async comment(id: number, text: string, member: Member) {
    await this.#db.sql`
      insert into comments (ticket_id, author_id, text)
      select tickets.id, ${member.id}, ${text} from tickets where tickets.id = ${id} and ${seenBy(member)}`
    return this.read(id, member)
  }

  async attach(ticketId: number, { id, name, bytes }: Attachment) {
    await this.#db.sql`
      insert into attachments (id, ticket_id, name, bytes) values (${id}, ${ticketId}, ${name}, ${bytes})`
  }

  async attachment(ticketId: number, id: string, member: Member) {
    const { attachments } = await this.read(ticketId, member)
    return attachments.find((each) => each.id === id) ?? refuse('NO_SUCH_FILE', `Ticket ${ticketId} has no such file.`)
  }
}

export const ticketService = shared({
  name: 'ticket-service',
  needs: [database],
  setup: (app) => app.decorate('tickets', new Tickets(app.db))
})

const summary = sql`tickets.id, title, status, accounts.name as customer, tickets.created_at as "createdAt"`

function seenBy({ orgId, id, role }: Member) {
  return sql`org_id = ${orgId} and (${role} = 'agent' or customer_id = ${id})`
}

function refuse(code: string, message: string): never {
  throw httpError(404, code, message)
}
