// with database
/** Notes, as the database keeps them. */
// with events
import { EventEmitter, on } from 'node:events'
// end
import { httpError, shared } from 'espalier'
import { type Database, database } from '../database.ts'

interface Note {
  id: number
  text: string
  writtenAt: Date
}

const columns = 'id, text, written_at as "writtenAt"'

class Notes {
  readonly #db: Database
  // with events
  /** Wakes the readers of this process; with several, one hears of the others' notes when it comes back. */
  readonly #written = new EventEmitter().setMaxListeners(0)
  // end

  constructor(db: Database) {
    this.#db = db
  }

  // with login
  list(owner: number) {
    return this.#db.query<Note>(`select ${columns} from notes where owner_id = $1 order by id`, [owner])
  }

  async write(owner: number, text: string): Promise<Note> {
    const insert = `insert into notes (owner_id, text) values ($1, $2) returning ${columns}`
    // with events
    const note = await this.#inOrder(insert, [owner, text])
    this.#written.emit(`${owner}`)
    return note
    // end
    // without events
    return only(await this.#db.query<Note>(insert, [owner, text]))
    // end
  }

  async remove(owner: number, id: number) {
    const gone = await this.#db.query('delete from notes where owner_id = $1 and id = $2 returning id', [owner, id])
    if (gone.length === 0) throw httpError(404, 'NO_SUCH_NOTE', `There is no note ${id}.`)
  }
  // end
  // without login
  list() {
    return this.#db.query<Note>(`select ${columns} from notes order by id`)
  }

  async write(text: string): Promise<Note> {
    const insert = `insert into notes (text) values ($1) returning ${columns}`
    // with events
    const note = await this.#inOrder(insert, [text])
    this.#written.emit('note')
    return note
    // end
    // without events
    return only(await this.#db.query<Note>(insert, [text]))
    // end
  }

  async remove(id: number) {
    const gone = await this.#db.query('delete from notes where id = $1 returning id', [id])
    if (gone.length === 0) throw httpError(404, 'NO_SUCH_NOTE', `There is no note ${id}.`)
  }
  // end
  // with events

  /** The place of a reader that comes for the first time. */
  async newest() {
    return only(await this.#db.query<{ id: number }>('select coalesce(max(id), 0) as id from notes')).id
  }

  /** First the place, then the notes behind it, until a signal aborts. */
  // with login
  async *after(place: number, owner: number, signal: AbortSignal) {
    // Listens before it reads, so that nothing falls between the two.
    const written = on(this.#written, `${owner}`, { signal })
    const select = `select ${columns} from notes where id > $1 and owner_id = $2 order by id limit 100`
    const behind = () => this.#db.query<Note>(select, [place, owner])
  // end
  // without login
  async *after(place: number, signal: AbortSignal) {
    // Listens before it reads, so that nothing falls between the two.
    const written = on(this.#written, 'note', { signal })
    const select = `select ${columns} from notes where id > $1 order by id limit 100`
    const behind = () => this.#db.query<Note>(select, [place])
  // end
    yield { id: place }
    for (;;) {
      const found = await behind()
      for (const note of found) {
        yield { event: 'note' as const, data: note, id: note.id }
        place = note.id
      }
      if (found.length === 0) await written.next()
    }
  }

  /** Notes are seen in the order of their numbers: no lower one is committed after a higher one. */
  #inOrder(insert: string, values: unknown[]) {
    return this.#db.transaction(async (queries) => {
      await queries.exec('select pg_advisory_xact_lock(2)')
      return only(await queries.query<Note>(insert, values))
    })
  }
  // end
}

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('The statement gave no row.')
  return row
}

export const noteService = shared({
  name: 'note-service',
  needs: [database],
  setup: (app) => app.decorate('notes', new Notes(app.db))
})
// end
