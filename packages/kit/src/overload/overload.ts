/** Limits how many requests a process works on. Further requests are refused at once, so that the accepted requests are answered in time. */
import { shared } from 'espalier'
import { checkWhole, longestTimer } from '../option/check-whole.ts'
import { Load } from './load.ts'

export interface OverloadOptions {
  /** How many requests may wait for the start of their response. Default: no limit. */
  inFlight?: number
  /** In milliseconds: for how long one turn of the event loop may accept requests. Later requests in the same turn are refused. Default: 100. */
  turn?: number
  /** In milliseconds: how long a request still counts after its client has disconnected, because its handler still runs. Default: 10000. */
  leftFor?: number
  /** In seconds: the value of `Retry-After` in a refusal. Default: 1. */
  retryAfter?: number
}

const isWebSocketRoute = Symbol('is WebSocket route')

/**
 * A plugin that refuses requests beyond a limit with 503, the code `OVERLOADED` and `Retry-After`. Register it first: earlier hooks run even for
 * refused requests. Routes with `config: { overload: false }`, such as the routes of `health`, and WebSockets are neither counted nor refused.
 *
 * @throws RangeError when an option is not a whole number from 1 to 2147483647
 * @example
 * const app = espalier().register(overload, { inFlight: 1 })
 * app.get('/', () => new Promise((resolve) => setImmediate(resolve, 'done')))
 * const [one, other] = await Promise.all([app.inject('/'), app.inject('/')])
 * [one.statusCode, other.statusCode] // [ 200, 503 ]
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
      if (websocket === true || wsHandler !== undefined) route.config = { ...route.config, [isWebSocketRoute]: true }
    })
    app.addHook('onRequest', (request, reply, done) => {
      const { overload: own, [isWebSocketRoute]: isWebSocket } = Object(request.routeOptions.config)
      // A handshake is not counted on a WebSocket route. On other routes it counts like any request.
      const isHandshake = isWebSocket === true && Reflect.get(request.raw, 'upgrade') === true
      if (own === false || isHandshake || load.enter(request)) return done()
      reply.code(503).header('retry-after', retryAfter).send(refusal)
    })
    // Sending a response costs little, and an event stream may last for hours. So a request counts only until its response begins.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      load.leave(request)
      done()
    })
    app.addHook('onResponse', (request, _reply, done) => {
      load.leave(request)
      done()
    })
    // After an abort the handler still runs, so the request still counts. The timer ends the count for a handler that never ends.
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
