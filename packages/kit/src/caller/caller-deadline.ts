/** Deadlines of callers: a request is bounded by the time that its caller waits. */
import { limitAnswer, shared } from 'espalier'
import { readDeadline } from './read-deadline.ts'

interface AskedRequest {
  readonly ip: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface CallerDeadlineOptions {
  /** Whether a caller may set the time. A stranger could otherwise end a request in the middle of its work. */
  trust: (request: AskedRequest) => boolean
}

/**
 * A plugin that bounds each request by the time that a trusted caller gives in `x-envoy-expected-rq-timeout-ms` or `grpc-timeout`, where that is shorter
 * than `handlerTimeout`. Then `request.signal` aborts, and the answer is a 503. Fields that are no such time are ignored.
 *
 * @throws TypeError when `trust` is no function
 * @example app.register(callerDeadline, { trust: ({ ip }) => ip?.startsWith('10.') ?? false })
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
