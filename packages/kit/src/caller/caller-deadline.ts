import { limitAnswer, shared } from 'espalier'
import { readDeadline } from './read-deadline.ts'

interface CallerRequest {
  readonly ip: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface CallerDeadlineOptions {
  /** Whether the sender of a request may set its time limit. An untrusted client could stop a handler in the middle of its work. */
  trust: (request: CallerRequest) => boolean
}

/**
 * A plugin that limits a request to the time in its header `x-envoy-expected-rq-timeout-ms` or `grpc-timeout`, if this time is shorter than
 * `handlerTimeout`. After that time `request.signal` aborts, and the response is a 503. Invalid values are ignored.
 *
 * @throws TypeError when `trust` is not a function
 * @example
 * const app = espalier().register(callerDeadline, { trust: ({ ip }) => ip === '127.0.0.1' })
 * app.get('/slow', async ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)))
 * (await app.inject({ url: '/slow', headers: { 'grpc-timeout': '50m' } })).statusCode // 503
 */
export const callerDeadline = shared({
  name: 'caller-deadline',
  setup: (app, { trust }: CallerDeadlineOptions) => {
    if (typeof trust !== 'function') throw new TypeError(`'trust' of callerDeadline must be a function.`)
    app.addHook('onRequest', (request, _reply, done) => {
      const milliseconds = readDeadline(request.headers)
      if (milliseconds !== undefined && trust(request)) limitAnswer(request, milliseconds)
      done()
    })
    return app
  }
})
