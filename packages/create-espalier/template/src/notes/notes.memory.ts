// without database
/** Notes, as long as the process lives: put a database in their place. */
// with events
import type { EventHub } from '@espalier/events'
// end
import { httpError, keep, shared } from 'espalier'
// with events
import { hub, written } from '../hub.ts'
// end

interface Note {
  id: number
  text: string
  writtenAt: Date
}

class Notes {
  readonly #notes = new Map<number, Note>()
  #newest = 0
  // with events
  readonly #hub: EventHub

  constructor(hub: EventHub) {
    this.#hub = hub
  }
  // end

  list() {
    return [...this.#notes.values()]
  }

  // with events
  async write(text: string): Promise<Note> {
    const note = { id: ++this.#newest, text, writtenAt: new Date() }
    this.#notes.set(note.id, note)
    await this.#hub.append(written, { event: 'note', data: note })
    return note
  }
  // end
  // without events
  write(text: string): Note {
    const note = { id: ++this.#newest, text, writtenAt: new Date() }
    this.#notes.set(note.id, note)
    return note
  }
  // end

  remove(id: number) {
    if (!this.#notes.delete(id)) throw httpError(404, 'NO_SUCH_NOTE', `There is no note ${id}.`)
  }
}

export const noteService = shared({
  name: 'note-service',
  // `espalier dev` makes the app anew at every save, and the notes once.
  // with events
  needs: [hub],
  setup: async (app) => app.decorate('notes', await keep(app, 'notes', () => new Notes(app.hub)))
  // end
  // without events
  setup: async (app) => app.decorate('notes', await keep(app, 'notes', () => new Notes()))
  // end
})
// end
