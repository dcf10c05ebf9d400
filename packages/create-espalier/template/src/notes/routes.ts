/** The routes of notes. */
import { plugin } from 'espalier'
// with login
import { identity } from '../accounts/routes.ts'
// end
import { notes } from './contract.ts'
import { noteService } from './notes.ts'

export const noteRoutes = plugin({
  name: 'note-routes',
  // with login
  needs: [identity, noteService],
  // end
  // without login
  needs: [noteService],
  // end
  setup: (app) => {
    // with login
    app.route(notes.list, ({ account }) => app.notes.list(account.id))

    app.route(notes.write, ({ account, body }) => app.notes.write(account.id, body.text))

    app.route(notes.remove, async ({ account, params }, reply) => {
      await app.notes.remove(account.id, params.id)
      return reply.code(204).send()
    })
    // with events

    app.route(notes.watch, async ({ account, lastEventId = '', signal }) =>
      app.notes.after(placeOf(lastEventId) ?? (await app.notes.newest()), account.id, signal)
    )
    // end
    // end
    // without login
    app.route(notes.list, () => app.notes.list())

    app.route(notes.write, ({ body }) => app.notes.write(body.text))

    app.route(notes.remove, async ({ params }, reply) => {
      await app.notes.remove(params.id)
      return reply.code(204).send()
    })
    // with events

    app.route(notes.watch, async ({ lastEventId = '', signal }) =>
      app.notes.after(placeOf(lastEventId) ?? (await app.notes.newest()), signal)
    )
    // end
    // end
  }
})
// with events

const placeOf = (id: string) => (/^\d{1,9}$/.test(id) ? Number(id) : undefined)
// end
