/** A bound for the work of a process: requests beyond it are refused at once, so that those before it are answered in time. */
import { shared } from 'espalier'
import { checkWhole, longestTimer } from '../option/check-whole.ts'
import { Load } from './load.ts'

export interface OverloadOptions {
  /** How many requests may be without the beginning of an answer. Default: no bound. */
  inFlight?: number
  /**
   * In milliseconds: how long the event loop may work off what has arrived before it refuses the rest. A request that arrives behind that has waited as
   * long already. Default: 100.
   */
  turn?: number
  /** In milliseconds: how long a handler that goes on after its client has left keeps its place. Default: 10000. */
  leftFor?: number
  /** In seconds: the field `Retry-After` of a refusal. Default: 1. */
  retryAfter?: number
}

/** Marks the configuration of a route that takes WebSockets. */
const takesSockets = Symbol('takes sockets')

/**
 * A plugin that answers requests beyond a bound by 503, with the code `OVERLOADED` and `Retry-After`. Register it first: hooks before it run for what it
 * refuses. A route with `config: { overload: false }` is neither counted nor refused, as those of `health`; nor is a WebSocket.
 *
 * @throws RangeError when an option is not a whole number from 1 to 2147483647
 * @example app.register(overload, { inFlight: 500 })
 */
export const overload = shared({
  name: 'overload',
  setup: (app, options: OverloadOptions) => {
    const { inFlight, turn, leftFor, retryAfter } = checkOptions(options)
    const load = new Load(inFlight, turn)
    const refusal = {
      statusCode: 503,
      code: 'OVERLOADED',
      error: 'Service Unavailable',
      message: 'The server has more requests than it can answer in time.'
    }

    app.addHook('onRoute', (route) => {
      const { websocket, wsHandler } = Object(route)
      if (websocket === true || wsHandler !== undefined) route.config = { ...route.config, [takesSockets]: true }
    })
    app.addHook('onRequest', (request, reply, done) => {
      const { overload: own, [takesSockets]: isOfSockets } = Object(request.routeOptions.config)
      // Node sets `upgrade` for a handshake. The routes of others answer it as any request.
      const isHandshake = isOfSockets === true && Reflect.get(request.raw, 'upgrade') === true
      if (own === false || isHandshake || load.enter(request)) return done()
      reply.code(503).header('retry-after', retryAfter).send(refusal)
    })
    // An answer that has begun costs little more, and an event stream may last for hours.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      load.leave(request)
      done()
    })
    app.addHook('onResponse', (request, _reply, done) => {
      load.leave(request)
      done()
    })
    // Its handler is still at work. One that hangs would keep the place for ever.
    app.addHook('onRequestAbort', (request, done) => {
      setTimeout(() => load.leave(request), leftFor).unref()
      done()
    })
    return app
  }
})

function checkOptions({ inFlight, turn = 100, leftFor = 10_000, retryAfter = 1 }: OverloadOptions) {
  checkWhole('overload', { inFlight: inFlight ?? 1, turn, leftFor, retryAfter }, { to: longestTimer })
  return { inFlight: inFlight ?? Number.POSITIVE_INFINITY, turn, leftFor, retryAfter }
}
