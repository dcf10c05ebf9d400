/** Skips the handler of requests whose clients have disconnected. */
import { setImmediate as turn } from 'node:timers/promises'
import { httpError, shared } from 'espalier'

/**
 * How many turns of the event loop a request waits. Node reads the end of the connection in the first turn, shuts the socket down in the
 * second turn, and closes it in the third.
 */
const turns = 3

/**
 * A plugin that skips the handlers of later routes if the client has disconnected. The hooks `onError` and `onResponse` run, with the code `CLIENT_LEFT`.
 * Each request waits for three turns of the event loop, in which Node notices a lost connection.
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
  // The client is gone, so the status is only for the log. It is a 400, because a 500 would be logged as an error of the server.
  if (signal.aborted) throw httpError(400, 'CLIENT_LEFT', 'The client has left.', { cause: signal.reason })
}
