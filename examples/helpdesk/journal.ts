/** What happened to tickets, in the order of commits, so that a reader goes on behind any entry. Readers are woken within this process. */
import { EventEmitter, on } from 'node:events'
import { shared } from 'espalier'
import type { Database, Queries } from '../postgres/database.ts'
import { onlyRow } from '../postgres/rows.ts'
import type { Member } from './accounts.ts'
import { database } from './database.ts'
import type { News } from './schemas.ts'

export class Journal {
  readonly #db: Database
  readonly #written = new EventEmitter().setMaxListeners(0)

  constructor(db: Database) {
    this.#db = db
  }

  /** Writes in the transaction of what happened. That locks the row of the organization until the commit, so no later number is read before this one. */
  async write(transaction: Queries, { orgId }: Member, { what, ticket }: News) {
    await transaction.sql`
      with org as (update orgs set last_news = last_news + 1 where id = ${orgId} returning id, last_news)
      insert into news (org_id, id, what, ticket_id) select id, last_news, ${what}, ${ticket} from org`
  }

  /** Wakes those who read, behind the commit. */
  wake({ orgId }: Member) {
    this.#written.emit(`${orgId}`)
  }

  async newest({ orgId }: Member) {
    return onlyRow(await this.#db.sql<{ id: number }>`select last_news as id from orgs where id = ${orgId}`).id
  }

  /** First the place, then the news behind it, until a signal aborts. */
  async *after(place: number, { orgId }: Member, signal: AbortSignal) {
    // Listens before it reads, so that nothing falls between the two.
    const written = on(this.#written, `${orgId}`, { signal })
    yield { id: place }
    for (;;) {
      const { rows } = await this.#db.sql<News & { id: number }>`
        select id, what, ticket_id as ticket from news where org_id = ${orgId} and id > ${place} order by id limit 100`
      for (const { id, ...data } of rows) {
        yield { event: 'news' as const, data, id }
        place = id
      }
      if (rows.length === 0) await written.next()
    }
  }
}

export const journal = shared({
  name: 'journal',
  needs: [database],
  setup: (app) => app.decorate('journal', new Journal(app.db))
})
