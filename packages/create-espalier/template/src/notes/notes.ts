// with database
/** Notes, as the database keeps them. */
// with events
import type { EventHub } from '@espalier/events'
// end
import { httpError, shared } from 'espalier'
// with events
import { type Database, database, type Queries } from '../database.ts'
import { hub, written } from '../hub.ts'
// end
// without events
import { type Database, database } from '../database.ts'
// end

interface Note {
  id: number
  text: string
  writtenAt: Date
}

const columns = 'id, text, written_at as "writtenAt"'

class Notes {
  readonly #db: Database
  // with events
  readonly #hub: EventHub<Queries>

  constructor(db: Database, hub: EventHub<Queries>) {
    this.#db = db
    this.#hub = hub
  }
  // end
  // without events

  constructor(db: Database) {
    this.#db = db
  }
  // end

  // with login
  async list(owner: number) {
    const select = `select ${columns} from notes where owner_id = $1 order by id`
    return (await this.#db.query<Note>(select, [owner])).rows
  }

  async write(owner: number, text: string): Promise<Note> {
    const insert = `insert into notes (owner_id, text) values ($1, $2) returning ${columns}`
    // with events
    return this.#db.transaction(async (queries) => {
      const note = only(await queries.query<Note>(insert, [owner, text]))
      // Last, because other writers of the topic wait from here to the commit.
      await this.#hub.append(written.of(owner), { event: 'note', data: note }, queries)
      return note
    })
    // end
    // without events
    return only(await this.#db.query<Note>(insert, [owner, text]))
    // end
  }

  async remove(owner: number, id: number) {
    const remove = 'delete from notes where owner_id = $1 and id = $2 returning id'
    const { rows } = await this.#db.query(remove, [owner, id])
    if (rows.length === 0) throw httpError(404, 'NO_SUCH_NOTE', `There is no note ${id}.`)
  }
  // end
  // without login
  async list() {
    return (await this.#db.query<Note>(`select ${columns} from notes order by id`)).rows
  }

  async write(text: string): Promise<Note> {
    const insert = `insert into notes (text) values ($1) returning ${columns}`
    // with events
    return this.#db.transaction(async (queries) => {
      const note = only(await queries.query<Note>(insert, [text]))
      // Last, because other writers of the topic wait from here to the commit.
      await this.#hub.append(written, { event: 'note', data: note }, queries)
      return note
    })
    // end
    // without events
    return only(await this.#db.query<Note>(insert, [text]))
    // end
  }

  async remove(id: number) {
    const { rows } = await this.#db.query('delete from notes where id = $1 returning id', [id])
    if (rows.length === 0) throw httpError(404, 'NO_SUCH_NOTE', `There is no note ${id}.`)
  }
  // end
}

function only<Row>({ rows: [row] }: { rows: Row[] }): Row {
  if (row === undefined) throw new Error('The statement gave no row.')
  return row
}

export const noteService = shared({
  name: 'note-service',
  // with events
  needs: [database, hub],
  setup: (app) => app.decorate('notes', new Notes(app.db, app.hub))
  // end
  // without events
  needs: [database],
  setup: (app) => app.decorate('notes', new Notes(app.db))
  // end
})
// end
