/** Skips the handler of requests whose clients have disconnected. */
import { setImmediate as turn } from 'node:timers/promises'
import { httpError, shared } from 'espalier'

/**
 * Turns of the event loop. Node reads a request in one and the end of its connection in the next. It needs one more to shut the socket down, and one to
 * close it.
 */
const turns = 3

/**
 * A plugin that skips the handlers of later routes for clients that have disconnected. Instead the hooks `onError` and `onResponse` run, with the code
 * `CLIENT_LEFT`. Each request waits for three turns of the event loop, in which Node notices a disconnected client.
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
  // No client gets the status. A 500 would be logged as an error of the server.
  if (signal.aborted) throw httpError(400, 'CLIENT_LEFT', 'The client has left.', { cause: signal.reason })
}
