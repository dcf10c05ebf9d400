// without database
/** Notes, as long as the process lives: put a database in their place. */
// with events
import { EventEmitter, on } from 'node:events'
// end
import { httpError, keep, shared } from 'espalier'

interface Note {
  id: number
  text: string
  writtenAt: Date
}

class Notes {
  readonly #notes = new Map<number, Note>()
  #newest = 0
  // with events
  readonly #written = new EventEmitter().setMaxListeners(0)
  // end

  list() {
    return [...this.#notes.values()]
  }

  write(text: string): Note {
    const note = { id: ++this.#newest, text, writtenAt: new Date() }
    this.#notes.set(note.id, note)
    // with events
    this.#written.emit('note')
    // end
    return note
  }

  remove(id: number) {
    if (!this.#notes.delete(id)) throw httpError(404, 'NO_SUCH_NOTE', `There is no note ${id}.`)
  }
  // with events

  /** The place of a reader that comes for the first time. */
  newest() {
    return this.#newest
  }

  /** First the place, then the notes behind it, until a signal aborts. */
  async *after(place: number, signal: AbortSignal) {
    const written = on(this.#written, 'note', { signal })
    yield { id: place }
    for (;;) {
      const found = this.list().filter(({ id }) => id > place)
      for (const note of found) {
        yield { event: 'note' as const, data: note, id: note.id }
        place = note.id
      }
      if (found.length === 0) await written.next()
    }
  }
  // end
}

export const noteService = shared({
  name: 'note-service',
  // `espalier dev` makes the app anew at every save, and the notes once.
  setup: async (app) => app.decorate('notes', await keep(app, 'notes', () => new Notes()))
})
// end
