/** How requests arrive without a network: in-process calls for tests. The only file that knows light-my-request, and it loads it at the first. */
import { createRequire } from 'node:module'
import { errors } from '../error/error.ts'
import { isEndpoint, toInjectOptions } from '../tree/endpoint.ts'
import type { Listener } from './node-server.ts'

type Engine = typeof import('light-my-request')
type InjectCallback = (error: unknown, response: unknown) => void

const require = createRequire(import.meta.url)

/** Takes light-my-request's options and perhaps a callback, or an endpoint and its input. */
export type Inject = (options: unknown, input?: unknown) => unknown

export interface InjectState {
  /** Runs the boot sequence, or answers at once where it has run. */
  readonly ready: () => Promise<unknown>
  readonly isReady: () => boolean
  readonly isClosing: () => boolean
}

/**
 * Makes `app.inject`: it boots the app first, and answers by callback, promise or, without options, a chain of calls.
 *
 * @throws FST_ERR_REOPENED_CLOSE_SERVER when the app has been closed.
 */
export function createInject(listener: Listener, { ready, isReady, isClosing }: InjectState): Inject {
  const dispatch: Listener = (raw, rawReply) => {
    if (isReady()) return listener(raw, rawReply)
    ready().then(
      () => listener(raw, rawReply),
      (error) => rawReply.emit('error', error)
    )
  }
  return (given, input) => {
    const inject: Engine = require('light-my-request')
    const options = isEndpoint(given) ? toInjectOptions(given, input as never) : given
    const callback = typeof input === 'function' ? (input as InjectCallback) : undefined
    if (isClosing()) {
      const error = new errors.FST_ERR_REOPENED_CLOSE_SERVER()
      return callback === undefined ? Promise.reject(error) : callback(error, null)
    }
    if (callback === undefined) return inject(dispatch as never, options as never)
    if (isReady()) return inject(listener as never, options as never, callback as never)
    return void ready().then(
      () => inject(listener as never, options as never, callback as never),
      (error) => callback(error, null)
    )
  }
}
