/** Requests whose clients have left are not given to their handlers. */
import { setImmediate as turn } from 'node:timers/promises'
import { httpError, shared } from 'espalier'

/** Node reads a request in one turn and the end of its connection in the next. Then it takes a turn to shut the socket, and one to close it. */
const turns = 3

/**
 * A plugin that keeps requests of clients that have left from the handlers of later routes. Instead of the handler the hooks `onError` and `onResponse` run,
 * with the code `CLIENT_LEFT`. Each request waits for three turns of the event loop, in which Node reads that a client has left.
 *
 * @example app.register(skipLeft)
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
  // No client reads the status. A status of 500 would be logged as a fault of the server.
  if (signal.aborted) throw httpError(400, 'CLIENT_LEFT', 'The client has left.', { cause: signal.reason })
}
