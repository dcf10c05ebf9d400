/** The routes of notes. */
import { plugin } from 'espalier'
// with login
import { identity } from '../accounts/routes.ts'
// end
// with events
import { hub, written } from '../hub.ts'
// end
import { notes } from './contract.ts'
import { noteService } from './notes.ts'

export const noteRoutes = plugin({
  name: 'note-routes',
  // with login
  // with events
  needs: [identity, hub, noteService],
  // end
  // without events
  needs: [identity, noteService],
  // end
  // end
  // without login
  // with events
  needs: [hub, noteService],
  // end
  // without events
  needs: [noteService],
  // end
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

    app.route(notes.watch, (request) => app.hub.follow(written.of(request.account.id), request))
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

    app.route(notes.watch, (request) => app.hub.follow(written, request))
    // end
    // end
  }
})
