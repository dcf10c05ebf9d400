import { setImmediate as turn } from 'node:timers/promises'
import { httpError, shared } from 'espalier'

/** Node notices a closed connection in three turns of the event loop: it reads the end, shuts the socket down, and closes it. */
const turns = 3

/**
 * A plugin that skips the handlers of routes declared after it if the client has disconnected. The hooks `onError` and `onResponse` run, with the
 * code `CLIENT_LEFT`. Each request waits for three turns of the event loop, in which Node notices a lost connection.
 *
 * @example (await espalier().register(skipLeft).ready()).hasPlugin('skip-left') // true
 */
export const skipLeft = shared({
  name: 'skip-left',
  setup: (app) => {
    app.addHook('onRoute', (route) => {
      route.preHandler = [...[route.preHandler ?? []].flat(), skip]
    })
    return app
  }
})

async function skip({ signal }: { readonly signal: AbortSignal }): Promise<void> {
  for (let count = 0; count < turns; count++) await turn()
  // The client has disconnected, so only the log shows this status. A 500 would be logged as an error of the server.
  if (signal.aborted) throw httpError(400, 'CLIENT_LEFT', 'The client has left.', { cause: signal.reason })
}
